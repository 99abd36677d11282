// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.
import type { Found, Resource } from '../runtime/contract.ts';

const r0: Resource = { path: '/auth/login', methods: { POST: 'loginUser' }, allow: 'POST, OPTIONS' };
const r1: Resource = { path: '/auth/refresh', methods: { POST: 'refreshToken' }, allow: 'POST, OPTIONS' };
const r2: Resource = { path: '/auth/logout', methods: { POST: 'logoutUser' }, allow: 'POST, OPTIONS' };
const r3: Resource = { path: '/auth/token', methods: { POST: 'issueToken' }, allow: 'POST, OPTIONS' };
const r4: Resource = { path: '/ingest/files', methods: { POST: 'uploadFile' }, allow: 'POST, OPTIONS' };
const r5: Resource = { path: '/ingest/template', methods: { GET: 'getTemplate' }, allow: 'GET, HEAD, OPTIONS' };
const r6: Resource = { path: '/ingest/deletions', methods: { POST: 'deletePeriod' }, allow: 'POST, OPTIONS' };
const r7: Resource = { path: '/ingest/reversals', methods: { POST: 'revertRevision' }, allow: 'POST, OPTIONS' };
const r8: Resource = { path: '/ingest/jobs', methods: { GET: 'listJobs' }, allow: 'GET, HEAD, OPTIONS' };
const r9: Resource = { path: '/ingest/jobs/{id}', methods: { GET: 'getJob' }, allow: 'GET, HEAD, OPTIONS' };
const r10: Resource = { path: '/ingest/jobs/{id}/changes', methods: { GET: 'listJobChanges' }, allow: 'GET, HEAD, OPTIONS' };
const r11: Resource = { path: '/ingest/jobs/{id}/cancel', methods: { POST: 'cancelJob' }, allow: 'POST, OPTIONS' };
const r12: Resource = { path: '/ingest/jobs/{id}/errors.csv', methods: { GET: 'getJobErrors' }, allow: 'GET, HEAD, OPTIONS' };
const r13: Resource = { path: '/ingest/jobs/{id}/rejected.csv', methods: { GET: 'getRejectedRows' }, allow: 'GET, HEAD, OPTIONS' };
const r14: Resource = { path: '/indices', methods: { GET: 'listIndices' }, allow: 'GET, HEAD, OPTIONS' };
const r15: Resource = { path: '/indices/changes', methods: { GET: 'listIndexChanges' }, allow: 'GET, HEAD, OPTIONS' };
const r16: Resource = { path: '/definitions', methods: { GET: 'listDefinitions' }, allow: 'GET, HEAD, OPTIONS' };
const r17: Resource = { path: '/forecasts', methods: { GET: 'listForecasts' }, allow: 'GET, HEAD, OPTIONS' };
const r18: Resource = { path: '/dashboard/summary', methods: { GET: 'getDashboardSummary' }, allow: 'GET, HEAD, OPTIONS' };
const r19: Resource = { path: '/subscription/current', methods: { GET: 'getCurrentSubscription' }, allow: 'GET, HEAD, OPTIONS' };
const r20: Resource = { path: '/catalog/brands', methods: { GET: 'listBrands' }, allow: 'GET, HEAD, OPTIONS' };
const r21: Resource = { path: '/catalog/regions', methods: { GET: 'listRegions' }, allow: 'GET, HEAD, OPTIONS' };
const r22: Resource = { path: '/catalog/model-families', methods: { GET: 'listModelFamilies' }, allow: 'GET, HEAD, OPTIONS' };
const r23: Resource = {
  path: '/dealers/{dealer_id}/calendar',
  methods: { GET: 'getDealerCalendar', PUT: 'replaceDealerCalendar', DELETE: 'deleteDealerCalendar' },
  allow: 'GET, PUT, DELETE, HEAD, OPTIONS',
};
const r24: Resource = {
  path: '/dealers/{dealer_id}/aliases',
  methods: { GET: 'listDealerAliases', POST: 'createDealerAlias' },
  allow: 'GET, POST, HEAD, OPTIONS',
};
const r25: Resource = {
  path: '/dealers/{dealer_id}/aliases/{kind}/{alias}',
  methods: { GET: 'getDealerAlias', DELETE: 'deleteDealerAlias' },
  allow: 'GET, DELETE, HEAD, OPTIONS',
};
const r26: Resource = { path: '/scope', methods: { GET: 'getScope' }, allow: 'GET, HEAD, OPTIONS' };
const r27: Resource = { path: '/policies', methods: { GET: 'listPolicies' }, allow: 'GET, HEAD, OPTIONS' };
const r28: Resource = {
  path: '/webhooks',
  methods: { GET: 'listWebhooks', POST: 'createWebhook' },
  allow: 'GET, POST, HEAD, OPTIONS',
};
const r29: Resource = {
  path: '/webhooks/{webhook_id}',
  methods: { GET: 'getWebhook', PUT: 'replaceWebhook', DELETE: 'deleteWebhook' },
  allow: 'GET, PUT, DELETE, HEAD, OPTIONS',
};
const r30: Resource = { path: '/webhooks/{webhook_id}/secret', methods: { PUT: 'rotateWebhookSecret' }, allow: 'PUT, OPTIONS' };
const r31: Resource = { path: '/webhooks/{webhook_id}/tests', methods: { POST: 'sendTestEvent' }, allow: 'POST, OPTIONS' };
const r32: Resource = {
  path: '/webhooks/{webhook_id}/deliveries',
  methods: { GET: 'listWebhookDeliveries' },
  allow: 'GET, HEAD, OPTIONS',
};
const r33: Resource = {
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}',
  methods: { GET: 'getWebhookDelivery' },
  allow: 'GET, HEAD, OPTIONS',
};
const r34: Resource = {
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  methods: { POST: 'replayWebhookDelivery' },
  allow: 'POST, OPTIONS',
};
const r35: Resource = {
  path: '/webhooks/{webhook_id}/replays',
  methods: { POST: 'replayWebhookDeliveries' },
  allow: 'POST, OPTIONS',
};
const r36: Resource = {
  path: '/admin/calendars',
  methods: { GET: 'listCalendars', POST: 'createCalendar' },
  allow: 'GET, POST, HEAD, OPTIONS',
};
const r37: Resource = { path: '/admin/calendars/{calendar_id}', methods: { GET: 'getCalendar' }, allow: 'GET, HEAD, OPTIONS' };
const r38: Resource = {
  path: '/admin/dealers',
  methods: { GET: 'listDealers', POST: 'createDealer' },
  allow: 'GET, POST, HEAD, OPTIONS',
};
const r39: Resource = {
  path: '/admin/dealers/{dealer_id}',
  methods: { GET: 'getDealer', PUT: 'replaceDealer' },
  allow: 'GET, PUT, HEAD, OPTIONS',
};
const r40: Resource = {
  path: '/admin/dealers/{dealer_id}/grants',
  methods: { GET: 'listGrants', POST: 'createGrant' },
  allow: 'GET, POST, HEAD, OPTIONS',
};
const r41: Resource = {
  path: '/admin/dealers/{dealer_id}/grants/{principal}',
  methods: { GET: 'getGrant', PUT: 'replaceGrant', DELETE: 'deleteGrant' },
  allow: 'GET, PUT, DELETE, HEAD, OPTIONS',
};
const r42: Resource = {
  path: '/admin/dealers/{dealer_id}/aliases',
  methods: { GET: 'listAliases', POST: 'createAlias' },
  allow: 'GET, POST, HEAD, OPTIONS',
};
const r43: Resource = {
  path: '/admin/dealers/{dealer_id}/aliases/{kind}/{alias}',
  methods: { GET: 'getAlias', DELETE: 'deleteAlias' },
  allow: 'GET, DELETE, HEAD, OPTIONS',
};
const r44: Resource = { path: '/admin/webhooks', methods: { GET: 'listInstallationWebhooks' }, allow: 'GET, HEAD, OPTIONS' };
const r45: Resource = {
  path: '/admin/webhooks/{webhook_id}',
  methods: { DELETE: 'deleteInstallationWebhook' },
  allow: 'DELETE, OPTIONS',
};
const r46: Resource = {
  path: '/admin/dealers/{dealer_id}/subscription',
  methods: { GET: 'getSubscription', PUT: 'changeSubscription' },
  allow: 'GET, PUT, HEAD, OPTIONS',
};

/** The resource at a path that was cut into decoded segments. */
export function route(s: readonly string[]): Found | undefined {
  switch (s.length) {
    case 1:
      switch (s[0]) {
        case 'indices':
          return { resource: r14, path: {} };
        case 'definitions':
          return { resource: r16, path: {} };
        case 'forecasts':
          return { resource: r17, path: {} };
        case 'scope':
          return { resource: r26, path: {} };
        case 'policies':
          return { resource: r27, path: {} };
        case 'webhooks':
          return { resource: r28, path: {} };
      }
      break;
    case 2:
      switch (s[0]) {
        case 'auth':
          switch (s[1]) {
            case 'login':
              return { resource: r0, path: {} };
            case 'refresh':
              return { resource: r1, path: {} };
            case 'logout':
              return { resource: r2, path: {} };
            case 'token':
              return { resource: r3, path: {} };
          }
          break;
        case 'ingest':
          switch (s[1]) {
            case 'files':
              return { resource: r4, path: {} };
            case 'template':
              return { resource: r5, path: {} };
            case 'deletions':
              return { resource: r6, path: {} };
            case 'reversals':
              return { resource: r7, path: {} };
            case 'jobs':
              return { resource: r8, path: {} };
          }
          break;
        case 'indices':
          switch (s[1]) {
            case 'changes':
              return { resource: r15, path: {} };
          }
          break;
        case 'dashboard':
          switch (s[1]) {
            case 'summary':
              return { resource: r18, path: {} };
          }
          break;
        case 'subscription':
          switch (s[1]) {
            case 'current':
              return { resource: r19, path: {} };
          }
          break;
        case 'catalog':
          switch (s[1]) {
            case 'brands':
              return { resource: r20, path: {} };
            case 'regions':
              return { resource: r21, path: {} };
            case 'model-families':
              return { resource: r22, path: {} };
          }
          break;
        case 'webhooks':
          return { resource: r29, path: { webhook_id: s[1] ?? '' } };
        case 'admin':
          switch (s[1]) {
            case 'calendars':
              return { resource: r36, path: {} };
            case 'dealers':
              return { resource: r38, path: {} };
            case 'webhooks':
              return { resource: r44, path: {} };
          }
          break;
      }
      break;
    case 3:
      switch (s[0]) {
        case 'ingest':
          switch (s[1]) {
            case 'jobs':
              return { resource: r9, path: { id: s[2] ?? '' } };
          }
          break;
        case 'dealers':
          switch (s[2]) {
            case 'calendar':
              return { resource: r23, path: { dealer_id: s[1] ?? '' } };
            case 'aliases':
              return { resource: r24, path: { dealer_id: s[1] ?? '' } };
          }
          break;
        case 'webhooks':
          switch (s[2]) {
            case 'secret':
              return { resource: r30, path: { webhook_id: s[1] ?? '' } };
            case 'tests':
              return { resource: r31, path: { webhook_id: s[1] ?? '' } };
            case 'deliveries':
              return { resource: r32, path: { webhook_id: s[1] ?? '' } };
            case 'replays':
              return { resource: r35, path: { webhook_id: s[1] ?? '' } };
          }
          break;
        case 'admin':
          switch (s[1]) {
            case 'calendars':
              return { resource: r37, path: { calendar_id: s[2] ?? '' } };
            case 'dealers':
              return { resource: r39, path: { dealer_id: s[2] ?? '' } };
            case 'webhooks':
              return { resource: r45, path: { webhook_id: s[2] ?? '' } };
          }
          break;
      }
      break;
    case 4:
      switch (s[0]) {
        case 'ingest':
          switch (s[1]) {
            case 'jobs':
              switch (s[3]) {
                case 'changes':
                  return { resource: r10, path: { id: s[2] ?? '' } };
                case 'cancel':
                  return { resource: r11, path: { id: s[2] ?? '' } };
                case 'errors.csv':
                  return { resource: r12, path: { id: s[2] ?? '' } };
                case 'rejected.csv':
                  return { resource: r13, path: { id: s[2] ?? '' } };
              }
              break;
          }
          break;
        case 'webhooks':
          switch (s[2]) {
            case 'deliveries':
              return { resource: r33, path: { webhook_id: s[1] ?? '', delivery_id: s[3] ?? '' } };
          }
          break;
        case 'admin':
          switch (s[1]) {
            case 'dealers':
              switch (s[3]) {
                case 'grants':
                  return { resource: r40, path: { dealer_id: s[2] ?? '' } };
                case 'aliases':
                  return { resource: r42, path: { dealer_id: s[2] ?? '' } };
                case 'subscription':
                  return { resource: r46, path: { dealer_id: s[2] ?? '' } };
              }
              break;
          }
          break;
      }
      break;
    case 5:
      switch (s[0]) {
        case 'dealers':
          switch (s[2]) {
            case 'aliases':
              return { resource: r25, path: { dealer_id: s[1] ?? '', kind: s[3] ?? '', alias: s[4] ?? '' } };
          }
          break;
        case 'webhooks':
          switch (s[2]) {
            case 'deliveries':
              switch (s[4]) {
                case 'replay':
                  return { resource: r34, path: { webhook_id: s[1] ?? '', delivery_id: s[3] ?? '' } };
              }
              break;
          }
          break;
        case 'admin':
          switch (s[1]) {
            case 'dealers':
              switch (s[3]) {
                case 'grants':
                  return { resource: r41, path: { dealer_id: s[2] ?? '', principal: s[4] ?? '' } };
              }
              break;
          }
          break;
      }
      break;
    case 6:
      switch (s[0]) {
        case 'admin':
          switch (s[1]) {
            case 'dealers':
              switch (s[3]) {
                case 'aliases':
                  return { resource: r43, path: { dealer_id: s[2] ?? '', kind: s[4] ?? '', alias: s[5] ?? '' } };
              }
              break;
          }
          break;
      }
      break;
  }
  return undefined;
}
