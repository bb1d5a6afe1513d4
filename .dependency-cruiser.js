/** The house's arrows: api → projector → ledger → contracts; ui → contracts and ledger/proof; nothing else. */
const room = (name) => `^${name}/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-import-only-zod-and-viem-utils',
      comment: 'The words that everyone speaks run everywhere, also in the browser.',
      severity: 'error',
      from: { path: room('contracts'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contracts/', '^node_modules/(zod|viem)/'] },
    },
    {
      name: 'contracts-take-only-the-utils-of-viem',
      severity: 'error',
      from: { path: room('contracts') },
      to: { path: '^node_modules/viem/', pathNot: '^node_modules/viem/(_esm|_cjs|_types)?/?utils/' },
    },
    {
      name: 'ledger-imports-down',
      severity: 'error',
      from: { path: room('ledger') },
      to: { path: '^(projector|api|ui|scripts|promises)/' },
    },
    {
      name: 'proof-runs-in-the-browser',
      comment:
        'ledger/proof is what a visitor checks a draw with: no Node built-ins, nothing else of the ledger.',
      severity: 'error',
      from: { path: '^ledger/proof/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { pathNot: ['^ledger/proof/', '^contracts/', '^node_modules/(@noble|zod)/'] },
    },
    {
      name: 'only-event-store-ts-talks-to-the-client',
      severity: 'error',
      from: {
        path: '^(ledger|projector|api|ui|contracts)/',
        pathNot: [
          '^ledger/event-(store(-client|-rights)?|log|import)\\.ts$',
          '^ledger/(embedded|bench|contract-suite)/',
          '\\.((int\\.)?test|chaos)\\.ts$',
        ],
      },
      to: { path: '^node_modules/@eventstore/' },
    },
    {
      name: 'projector-imports-down',
      severity: 'error',
      from: { path: room('projector') },
      to: { path: '^(api|ui|scripts|promises)/' },
    },
    {
      name: 'api-does-not-import-ui',
      severity: 'error',
      from: { path: room('api'), pathNot: '\\.test\\.ts$' },
      to: { path: '^(ui|scripts|promises)/' },
    },
    {
      name: 'ui-imports-contracts-and-proof',
      severity: 'error',
      from: { path: '^ui/src/' },
      to: { path: '^(ledger/(?!proof/)|projector|api|scripts|promises)/' },
    },
    {
      name: 'ui-has-no-node-built-ins',
      severity: 'error',
      from: { path: '^ui/src/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^ui/src/features/([^/]+)/' },
      to: { path: '^ui/src/features/([^/]+)/', pathNot: '^ui/src/features/$1/' },
    },
    {
      name: 'tests-stay-tests',
      comment: 'What only tests need is not reached from the program.',
      severity: 'error',
      from: {
        pathNot: [
          '\\.test\\.tsx?$',
          '\\.e2e\\.ts$',
          '\\.chaos\\.ts$',
          '\\.deployed\\.ts$',
          '\\.compose\\.ts$',
          '/testing/',
          '^ui/e2e/',
          '/bench/',
          '/contract-suite/',
          '^ledger/simulation/',
          '^scripts/',
          '^promises/',
        ],
      },
      to: { path: '/testing/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(ui/dist|node_modules/.*/node_modules)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.css', '.json'],
    },
  },
};
