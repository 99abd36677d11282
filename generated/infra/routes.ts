// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.
import type { Found, Resource } from '../runtime/contract.ts';

const r0: Resource = { path: '/deploy', methods: { POST: 'deployLab' }, allow: 'POST, OPTIONS' };
const r1: Resource = { path: '/delete', methods: { POST: 'deleteLab' }, allow: 'POST, OPTIONS' };
const r2: Resource = { path: '/restart', methods: { POST: 'restartLab' }, allow: 'POST, OPTIONS' };
const r3: Resource = { path: '/restore', methods: { POST: 'restoreVolume' }, allow: 'POST, OPTIONS' };
const r4: Resource = { path: '/deployments', methods: { GET: 'listDeployments' }, allow: 'GET, HEAD, OPTIONS' };
const r5: Resource = { path: '/deployments/{id}', methods: { GET: 'getDeployment' }, allow: 'GET, HEAD, OPTIONS' };
const r6: Resource = { path: '/instances', methods: { GET: 'listInstances' }, allow: 'GET, HEAD, OPTIONS' };
const r7: Resource = { path: '/instances/{id}', methods: { GET: 'getInstance' }, allow: 'GET, HEAD, OPTIONS' };
const r8: Resource = { path: '/changes', methods: { GET: 'listChanges' }, allow: 'GET, HEAD, OPTIONS' };
const r9: Resource = { path: '/instances/{id}/access', methods: { GET: 'getAccess' }, allow: 'GET, HEAD, OPTIONS' };
const r10: Resource = { path: '/instances/{id}/access/rotate', methods: { POST: 'rotateAccess' }, allow: 'POST, OPTIONS' };
const r11: Resource = { path: '/volumes', methods: { GET: 'listVolumes' }, allow: 'GET, HEAD, OPTIONS' };
const r12: Resource = { path: '/sweep', methods: { GET: 'getSweep' }, allow: 'GET, HEAD, OPTIONS' };
const r13: Resource = { path: '/sweep/release', methods: { PUT: 'releaseSweep' }, allow: 'PUT, OPTIONS' };
const r14: Resource = { path: '/health', methods: { GET: 'getHealth' }, allow: 'GET, HEAD, OPTIONS' };

/** The resource at a path that was cut into decoded segments. */
export function route(s: readonly string[]): Found | undefined {
  switch (s.length) {
    case 1:
      switch (s[0]) {
        case 'deploy':
          return { resource: r0, path: {} };
        case 'delete':
          return { resource: r1, path: {} };
        case 'restart':
          return { resource: r2, path: {} };
        case 'restore':
          return { resource: r3, path: {} };
        case 'deployments':
          return { resource: r4, path: {} };
        case 'instances':
          return { resource: r6, path: {} };
        case 'changes':
          return { resource: r8, path: {} };
        case 'volumes':
          return { resource: r11, path: {} };
        case 'sweep':
          return { resource: r12, path: {} };
        case 'health':
          return { resource: r14, path: {} };
      }
      break;
    case 2:
      switch (s[0]) {
        case 'deployments':
          return { resource: r5, path: { id: s[1] ?? '' } };
        case 'instances':
          return { resource: r7, path: { id: s[1] ?? '' } };
        case 'sweep':
          switch (s[1]) {
            case 'release':
              return { resource: r13, path: {} };
          }
          break;
      }
      break;
    case 3:
      switch (s[0]) {
        case 'instances':
          switch (s[2]) {
            case 'access':
              return { resource: r9, path: { id: s[1] ?? '' } };
          }
          break;
      }
      break;
    case 4:
      switch (s[0]) {
        case 'instances':
          switch (s[2]) {
            case 'access':
              switch (s[3]) {
                case 'rotate':
                  return { resource: r10, path: { id: s[1] ?? '' } };
              }
              break;
          }
          break;
      }
      break;
  }
  return undefined;
}
