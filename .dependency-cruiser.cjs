// The one direction of imports, see ARCHITECTURE.md:
//   contract <- server: platform <- domains <- app <- main
//   contract <- web: ui <- platform <- domains <- app <- main

// A domain may use those in the rows before its own.
const layers = [
  ['identity'],
  ['organisations'],
  ['exchange-rates'],
  ['processors'],
  ['payments'],
  ['checkout'],
  ['subscriptions', 'risk', 'finance'],
  ['insights', 'developers'],
]
const domains = layers.flat()
const tests = '[.](test|e2e)[.]tsx?$|^(e2e|bench|tools)/|/test/'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const upwardRules = layers.flatMap((layer, level) =>
  layer.map((domain) => {
    const others = layers
      .slice(level)
      .flat()
      .filter((each) => each !== domain)
    return rule(
      `${domain}-only-downward`,
      'A domain uses domains below it. Needed upward? Then it is an event, or it belongs in contract.',
      { path: `^(server|web)/src/${domain}/`, pathNot: tests },
      { path: `^$1/src/(${['app', 'demo', ...others].join('|')})(/|[.])` },
    )
  }),
)

module.exports = {
  forbidden: [
    rule('no-circles', 'Type imports count as well.', {}, { circular: true }),
    rule('resolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    rule(
      'contract-imports-only-zod',
      'Server and browser both run it.',
      { path: '^contract/src/', pathNot: tests },
      { pathNot: '^contract/src/|^node_modules/zod/' },
    ),
    rule(
      'platform-names-no-domain',
      'What differs between entities arrives as an argument.',
      { path: '^(server|web)/src/platform/', pathNot: tests },
      { path: `^($1|contract)/src/(app|demo|${domains.join('|')})(/|[.])|^contract/src/entities[.]` },
    ),
    rule(
      'ui-knows-nothing',
      'Buttons and dialogs know neither entities nor the server.',
      { path: '^web/src/ui/', pathNot: tests },
      { path: '^(contract|web/src)/', pathNot: '^web/src/ui/' },
    ),
    ...upwardRules,
    rule('web-never-server', 'They meet in contract.', { path: '^web/' }, { path: '^(server|sandbox|tools)/' }),
    rule(
      'server-never-web',
      'They meet in contract.',
      { path: '^server/src/', pathNot: tests },
      { path: '^(web|sandbox|tools)/' },
    ),
    rule(
      'sandbox-stands-alone',
      'It plays the outside world.',
      { path: '^sandbox/src/', pathNot: tests },
      { path: '^(contract|server|web|tools)/' },
    ),
    rule(
      'nothing-imports-tests',
      'Tests are read by people and run by Vitest.',
      { path: '^(contract|server|sandbox|web)/', pathNot: tests },
      { path: '[.](test|e2e)[.]tsx?$|^e2e/|^(server|sandbox)/test/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
