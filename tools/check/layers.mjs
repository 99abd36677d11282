// Which folder may import which; `npm run check` refuses every other arrow. Each rule says what to do instead.
// The arrows: spec -> tools -> generated -> services -> adapters' ports; only the composition and tests see everything.
const tests = '\\.test\\.ts$|\\.type-test\\.ts$|\\.fixture\\.ts$|^services/test/|^tools/test/';
const seesAll = '^services/(composition/.*|main)\\.ts$';

/** Vendor packages and the only places that may import them. */
const vendors = [
  ['koa(-body)?', '^(generated/runtime/|tools/runtime/|generated/[a-z]+/server|services/lib/http/http\\.)'],
  ['amqplib', '^adapters/broker/'],
  ['slonik', '^adapters/store/(connect|database|query)\\.ts$'],
  ['pg(-copy-streams)?', '^adapters/store/'],
  ['ioredis', '^adapters/keyvalue/'],
  ['@aws-sdk/.*', '^adapters/objects/'],
  ['openid-client', '^adapters/identity/'],
  ['@kubernetes/client-node', '^adapters/cluster/kubernetes/'],
  ['preact', '^services/web/'],
  ['ws', '^adapters/(websocket|cluster/kubernetes)/'],
];

/**
 * The rooms of the house from the ground up: a room imports what is below it. Adapters and services have rules of their
 * own.
 */
const floors = [
  'tools/runtime',
  'tools/command-line',
  'tools/contract',
  'tools/generator',
  'adapters',
  'services',
  'tools/web',
  'tools/(bootstrap|local)',
  'tools/clients',
  'tools/reference',
  'tools/test',
  'tools/(bench|check|cluster-test|data|holidays|schema)',
  'tools/judges',
];

/** Arrows that run up. Each needs a reason. */
const upwards = [
  // The reader of variables of the services is the only place that knows them; the operator's page lists them.
  'tools/generator/tables/variables\\.ts',
  // The schema of each database is generated too, on a PostgreSQL that it starts when migrations have changed.
  'tools/generator/main\\.ts',
  // Versions of packages follow from the review of what changed since the last one.
  'tools/clients/release\\.ts',
];

const aboveFloor = (floor, index) => ({
  name: 'rooms-know-none-above',
  comment: `${floor} is below the room that it imports. Move what both need into ${floor}, or into a room below it.`,
  from: { path: `^${floor}/`, pathNot: `^(${upwards.join('|')})$|${tests}` },
  to: { path: `^(${floors.slice(index + 1).join('|')})/` },
});

const forbidden = [
  {
    name: 'generated-stands-alone',
    comment: 'Generated code imports only generated code. Put what it needs into tools/runtime.',
    from: { path: '^generated/' },
    to: { path: '^(services|adapters|tools|spec)/' },
  },
  {
    name: 'adapters-see-only-contract',
    comment:
      'An adapter knows the generated types and its own folder. What it needs from a service belongs into its port.',
    from: { path: '^adapters/', pathNot: tests },
    to: { path: '^(services|tools)/' },
  },
  {
    name: 'adapters-are-strangers',
    comment: 'Adapters do not import each other, but for the tar format. Let the composition hand one to the other.',
    from: { path: '^adapters/([^/]+)/', pathNot: tests },
    to: { path: '^adapters/', pathNot: '^adapters/($1|tar)/' },
  },
  {
    name: 'services-see-ports-only',
    comment:
      'A service takes its adapters as arguments; it may import their port types, and the tar format. Build the adapter in composition/adapters.ts.',
    from: { path: '^services/', pathNot: `${seesAll}|${tests}` },
    to: { path: '^adapters/', pathNot: '^adapters/(tar/|[^/]+/(port|.*/port)\\.ts$)' },
  },
  {
    name: 'ports-are-types',
    comment: 'Ports are imported as types: no code crosses a seam.',
    from: { path: '^services/', pathNot: `${seesAll}|${tests}` },
    to: { path: '^adapters/.*port\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'ports-know-no-implementation',
    comment: 'A port is read without its implementations. Declare the type in the port, and import it from there.',
    from: { path: '^adapters/.*port\\.ts$' },
    to: { path: '^adapters/', pathNot: '^adapters/.*port\\.ts$' },
  },
  {
    name: 'services-are-strangers',
    comment:
      'Services talk over HTTP and messages. Shared mechanism belongs in services/lib, rules of labs in services/labs.',
    from: { path: '^services/(analytics|platform|infra|web|worker)/', pathNot: tests },
    to: { path: '^services/(analytics|platform|infra|web|worker)/', pathNot: '^services/$1/' },
  },
  {
    name: 'lib-knows-no-service',
    comment: 'The mechanisms of lib serve all services and know none, nor what a lab is.',
    from: { path: '^services/lib/', pathNot: tests },
    to: { path: '^services/(?!lib/)' },
  },
  {
    name: 'labs-know-no-service',
    comment: 'The rules of labs are shared by platform, infra and worker, and know none of them.',
    from: { path: '^services/labs/', pathNot: tests },
    to: { path: '^services/(?!(lib|labs)/)' },
  },
  {
    name: 'production-free-of-tools',
    comment: 'What runs in production does not import the tool chain or test code.',
    from: { path: '^(services|adapters|generated)/', pathNot: tests },
    to: { path: `^tools/|${tests}` },
  },
  ...floors.map(aboveFloor).filter(({ from }) => from.path.startsWith('^tools/')),
  {
    name: 'no-cycles',
    comment: 'Two files that import each other are one file, or three.',
    from: { path: '^(services|adapters|generated|tools)/' },
    to: { circular: true },
  },
  ...vendors.map(([name, home]) => ({
    name: 'vendor-behind-its-adapter',
    comment: `${name} is imported only in ${home}.`,
    from: { path: '^(services|adapters|generated)/', pathNot: `${home}|${tests}` },
    to: { path: `node_modules/(@types/)?${name}/` },
  })),
];

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^generated|^tools/.*)/(fixtures|template|__transpiled)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
