// Generated from spec/platform/openapi.yaml by npm run generate; do not edit.
import type { Found, Resource } from '../runtime/contract.ts';

const r0: Resource = { path: '/auth/login', methods: { GET: 'startLogin' }, allow: 'GET, HEAD, OPTIONS' };
const r1: Resource = { path: '/auth/callback', methods: { GET: 'finishLogin' }, allow: 'GET, HEAD, OPTIONS' };
const r2: Resource = { path: '/auth/logout', methods: { POST: 'logOut' }, allow: 'POST, OPTIONS' };
const r3: Resource = { path: '/auth/me', methods: { GET: 'getMe' }, allow: 'GET, HEAD, OPTIONS' };
const r4: Resource = { path: '/courses', methods: { GET: 'listCourses', POST: 'createCourse' }, allow: 'GET, POST, HEAD, OPTIONS' };
const r5: Resource = {
  path: '/courses/{id}',
  methods: { GET: 'getCourse', PUT: 'replaceCourse' },
  allow: 'GET, PUT, HEAD, OPTIONS',
};
const r6: Resource = { path: '/courses/{id}/publish', methods: { POST: 'publishCourse' }, allow: 'POST, OPTIONS' };
const r7: Resource = { path: '/courses/{id}/archive', methods: { POST: 'archiveCourse' }, allow: 'POST, OPTIONS' };
const r8: Resource = { path: '/courses/{id}/copy', methods: { POST: 'copyCourse' }, allow: 'POST, OPTIONS' };
const r9: Resource = {
  path: '/courses/{id}/members',
  methods: { GET: 'listMembers', POST: 'addMembers' },
  allow: 'GET, POST, HEAD, OPTIONS',
};
const r10: Resource = {
  path: '/courses/{id}/members/{user_id}',
  methods: { GET: 'getMember', PUT: 'replaceMember', DELETE: 'removeMember' },
  allow: 'GET, PUT, DELETE, HEAD, OPTIONS',
};
const r11: Resource = { path: '/topics', methods: { GET: 'listTopics' }, allow: 'GET, HEAD, OPTIONS' };
const r12: Resource = { path: '/topics/{id}', methods: { GET: 'getTopic' }, allow: 'GET, HEAD, OPTIONS' };
const r13: Resource = {
  path: '/groups/management',
  methods: { GET: 'listGroups', POST: 'createGroup' },
  allow: 'GET, POST, HEAD, OPTIONS',
};
const r14: Resource = {
  path: '/groups/management/{id}',
  methods: { GET: 'getGroup', PUT: 'replaceGroup', DELETE: 'deleteGroup' },
  allow: 'GET, PUT, DELETE, HEAD, OPTIONS',
};
const r15: Resource = { path: '/access-groups', methods: { GET: 'listAccessGroups' }, allow: 'GET, HEAD, OPTIONS' };
const r16: Resource = { path: '/access-groups/{id}', methods: { GET: 'getAccessGroup' }, allow: 'GET, HEAD, OPTIONS' };
const r17: Resource = { path: '/assignments', methods: { GET: 'listAssignments' }, allow: 'GET, HEAD, OPTIONS' };
const r18: Resource = {
  path: '/submissions',
  methods: { GET: 'listSubmissions', POST: 'createSubmission' },
  allow: 'GET, POST, HEAD, OPTIONS',
};
const r19: Resource = { path: '/submissions/{id}', methods: { GET: 'getSubmission' }, allow: 'GET, HEAD, OPTIONS' };
const r20: Resource = { path: '/labs', methods: { GET: 'listLabs', POST: 'uploadLab' }, allow: 'GET, POST, HEAD, OPTIONS' };
const r21: Resource = { path: '/labs/{id}', methods: { GET: 'getLab' }, allow: 'GET, HEAD, OPTIONS' };
const r22: Resource = {
  path: '/labs/{id}/config',
  methods: { GET: 'getLabConfig', PUT: 'replaceLabConfig' },
  allow: 'GET, PUT, HEAD, OPTIONS',
};
const r23: Resource = { path: '/labs/{id}/start', methods: { POST: 'startLab' }, allow: 'POST, OPTIONS' };
const r24: Resource = { path: '/labs/{id}/stop', methods: { POST: 'stopLab' }, allow: 'POST, OPTIONS' };
const r25: Resource = { path: '/labs/{id}/restart', methods: { POST: 'restartLab' }, allow: 'POST, OPTIONS' };
const r26: Resource = { path: '/labs/{id}/instances', methods: { GET: 'listLabInstances' }, allow: 'GET, HEAD, OPTIONS' };
const r27: Resource = { path: '/labs/{id}/access', methods: { GET: 'getLabAccess' }, allow: 'GET, HEAD, OPTIONS' };
const r28: Resource = { path: '/labs/{id}/access/rotate', methods: { POST: 'rotateLabAccess' }, allow: 'POST, OPTIONS' };
const r29: Resource = { path: '/students', methods: { GET: 'listStudents' }, allow: 'GET, HEAD, OPTIONS' };
const r30: Resource = { path: '/students/{id}/progress', methods: { GET: 'getProgress' }, allow: 'GET, HEAD, OPTIONS' };
const r31: Resource = { path: '/users', methods: { GET: 'listUsers', POST: 'createUser' }, allow: 'GET, POST, HEAD, OPTIONS' };
const r32: Resource = { path: '/users/import', methods: { POST: 'importUsers' }, allow: 'POST, OPTIONS' };
const r33: Resource = { path: '/users/{id}', methods: { GET: 'getUser' }, allow: 'GET, HEAD, OPTIONS' };
const r34: Resource = { path: '/users/{id}/disable', methods: { POST: 'disableUser' }, allow: 'POST, OPTIONS' };
const r35: Resource = { path: '/users/{id}/enable', methods: { POST: 'enableUser' }, allow: 'POST, OPTIONS' };
const r36: Resource = { path: '/users/{id}/invitation', methods: { POST: 'createInvitation' }, allow: 'POST, OPTIONS' };
const r37: Resource = { path: '/users/{id}/sessions', methods: { GET: 'listUserSessions' }, allow: 'GET, HEAD, OPTIONS' };
const r38: Resource = { path: '/users/{id}/end-sessions', methods: { POST: 'endUserSessions' }, allow: 'POST, OPTIONS' };
const r39: Resource = { path: '/users/{id}/sessions/{session_id}', methods: { DELETE: 'endUserSession' }, allow: 'DELETE, OPTIONS' };

/** The resource at a path that was cut into decoded segments. */
export function route(s: readonly string[]): Found | undefined {
  switch (s.length) {
    case 1:
      switch (s[0]) {
        case 'courses':
          return { resource: r4, path: {} };
        case 'topics':
          return { resource: r11, path: {} };
        case 'access-groups':
          return { resource: r15, path: {} };
        case 'assignments':
          return { resource: r17, path: {} };
        case 'submissions':
          return { resource: r18, path: {} };
        case 'labs':
          return { resource: r20, path: {} };
        case 'students':
          return { resource: r29, path: {} };
        case 'users':
          return { resource: r31, path: {} };
      }
      break;
    case 2:
      switch (s[0]) {
        case 'auth':
          switch (s[1]) {
            case 'login':
              return { resource: r0, path: {} };
            case 'callback':
              return { resource: r1, path: {} };
            case 'logout':
              return { resource: r2, path: {} };
            case 'me':
              return { resource: r3, path: {} };
          }
          break;
        case 'courses':
          return { resource: r5, path: { id: s[1] ?? '' } };
        case 'topics':
          return { resource: r12, path: { id: s[1] ?? '' } };
        case 'groups':
          switch (s[1]) {
            case 'management':
              return { resource: r13, path: {} };
          }
          break;
        case 'access-groups':
          return { resource: r16, path: { id: s[1] ?? '' } };
        case 'submissions':
          return { resource: r19, path: { id: s[1] ?? '' } };
        case 'labs':
          return { resource: r21, path: { id: s[1] ?? '' } };
        case 'users':
          switch (s[1]) {
            case 'import':
              return { resource: r32, path: {} };
          }
          return { resource: r33, path: { id: s[1] ?? '' } };
      }
      break;
    case 3:
      switch (s[0]) {
        case 'courses':
          switch (s[2]) {
            case 'publish':
              return { resource: r6, path: { id: s[1] ?? '' } };
            case 'archive':
              return { resource: r7, path: { id: s[1] ?? '' } };
            case 'copy':
              return { resource: r8, path: { id: s[1] ?? '' } };
            case 'members':
              return { resource: r9, path: { id: s[1] ?? '' } };
          }
          break;
        case 'groups':
          switch (s[1]) {
            case 'management':
              return { resource: r14, path: { id: s[2] ?? '' } };
          }
          break;
        case 'labs':
          switch (s[2]) {
            case 'config':
              return { resource: r22, path: { id: s[1] ?? '' } };
            case 'start':
              return { resource: r23, path: { id: s[1] ?? '' } };
            case 'stop':
              return { resource: r24, path: { id: s[1] ?? '' } };
            case 'restart':
              return { resource: r25, path: { id: s[1] ?? '' } };
            case 'instances':
              return { resource: r26, path: { id: s[1] ?? '' } };
            case 'access':
              return { resource: r27, path: { id: s[1] ?? '' } };
          }
          break;
        case 'students':
          switch (s[2]) {
            case 'progress':
              return { resource: r30, path: { id: s[1] ?? '' } };
          }
          break;
        case 'users':
          switch (s[2]) {
            case 'disable':
              return { resource: r34, path: { id: s[1] ?? '' } };
            case 'enable':
              return { resource: r35, path: { id: s[1] ?? '' } };
            case 'invitation':
              return { resource: r36, path: { id: s[1] ?? '' } };
            case 'sessions':
              return { resource: r37, path: { id: s[1] ?? '' } };
            case 'end-sessions':
              return { resource: r38, path: { id: s[1] ?? '' } };
          }
          break;
      }
      break;
    case 4:
      switch (s[0]) {
        case 'courses':
          switch (s[2]) {
            case 'members':
              return { resource: r10, path: { id: s[1] ?? '', user_id: s[3] ?? '' } };
          }
          break;
        case 'labs':
          switch (s[2]) {
            case 'access':
              switch (s[3]) {
                case 'rotate':
                  return { resource: r28, path: { id: s[1] ?? '' } };
              }
              break;
          }
          break;
        case 'users':
          switch (s[2]) {
            case 'sessions':
              return { resource: r39, path: { id: s[1] ?? '', session_id: s[3] ?? '' } };
          }
          break;
      }
      break;
  }
  return undefined;
}
