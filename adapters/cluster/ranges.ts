// What no lab reaches, whatever is open to it (decision 14).

/** Private, shared, link-local (metadata services), loopback, multicast and reserved. */
export const neverOpen = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
] as const;
