// What is asked of the engine for a network of an instance or of an installation; pure.
import { createHash } from 'node:crypto';
import type { Labels } from '../../labels.ts';
import type { Body } from '../bodies.ts';
import type { Flavour } from '../engine/engine.ts';
import { gatewayOf } from './subnets.ts';

/**
 * A network that leads nowhere: no name service and no address of the host in it, which even an internal one has by
 * default.
 */
export function policyNetwork(flavour: Flavour, name: string, subnet: string, labels: Labels): [string, Body] {
  if (flavour === 'podman') return podmanNetwork(name, labels, { internal: true, subnets: [{ subnet }] });
  const Options = { 'com.docker.network.bridge.inhibit_ipv4': 'true' };
  return ['/networks/create', { ...dockerNetwork(name, subnet, labels), Internal: true, Options }];
}

/**
 * A network with a way out. Not `isolate`d: Podman 4 never takes back the firewall's lines of that, and the labs in it
 * are closed from the inside (`wall`).
 */
export function openNetwork(flavour: Flavour, name: string, subnet: string, labels: Labels): [string, Body] {
  if (flavour === 'podman') return podmanNetwork(name, labels, { subnets: [{ subnet, gateway: gatewayOf(subnet) }] });
  return ['/networks/create', dockerNetwork(name, subnet, labels)];
}

/** Two storages that number their bridges would take the same one, and their labs would meet in it. */
export const bridgeOf = (name: string): string => `lab-${createHash('sha256').update(name).digest('hex').slice(0, 11)}`;

const podmanNetwork = (name: string, labels: Labels, more: Body): [string, Body] => [
  '/libpod/networks/create',
  { name, network_interface: bridgeOf(name), driver: 'bridge', dns_enabled: false, labels, ...more },
];

const dockerNetwork = (Name: string, Subnet: string, Labels: Labels): Body => ({
  Name,
  Driver: 'bridge',
  CheckDuplicate: true,
  Labels,
  IPAM: { Config: [{ Subnet }] },
});
