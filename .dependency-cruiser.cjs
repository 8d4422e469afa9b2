// The one direction of imports, see ARCHITECTURE.md:
//   contract <- server: platform <- domains <- app <- main
//   contract <- web: ui <- platform <- domains <- app <- main

const { readdirSync } = require('node:fs')
const { join } = require('node:path')

// A domain uses those in the rows before its own. One word names a domain in contract, server and web.
const layers = {
  contract: [
    ['identity'],
    ['organisations', 'tags'],
    ['payments'],
    ['processors', 'middleware', 'customers', 'shares', 'terminals', 'bank-accounts', 'pricing'],
    ['decisions'],
    ['contradictions', 'disputes', 'scheduled'],
    ['checkout', 'ledger'],
    ['subscriptions', 'status-updates', 'settlements', 'reconciliation'],
    ['payouts', 'sap'],
    ['insights', 'webhooks', 'imports', 'audit-trail', 'packages'],
    ['reports'],
    ['home'],
  ],
  server: [
    ['identity'],
    ['organisations', 'exchange-rates'],
    ['processors', 'middleware'],
    ['shares', 'tags', 'bank-accounts'],
    ['engine'],
    ['customers', 'terminals'],
    ['decisions'],
    ['payments'],
    ['contradictions', 'disputes', 'scheduled', 'pricing'],
    ['checkout', 'status-updates', 'ledger'],
    ['subscriptions', 'settlements', 'reconciliation'],
    ['payouts', 'sap'],
    ['insights', 'webhooks', 'imports', 'packages'],
    ['audit-trail'],
    ['reports', 'recovery'],
    ['home'],
  ],
  web: [
    ['identity'],
    ['organisations', 'tags'],
    ['payouts'],
    ['decisions', 'pricing', 'bank-accounts'],
    ['ledger'],
    ['payments'],
    ['reconciliation'],
    ['contradictions', 'customers', 'terminals', 'disputes', 'scheduled', 'processors', 'middleware', 'shares'],
    ['checkout', 'status-updates', 'settlements'],
    ['subscriptions', 'packages', 'sap'],
    ['insights', 'webhooks', 'imports', 'audit-trail'],
    ['reports'],
    ['home'],
  ],
}
/** Folders that are no domain: what lies below all of them, and what lies above. */
const besides = {
  contract: ['platform', 'codes', 'descriptions', 'lists', 'statuses', 'texts'],
  server: ['platform', 'reference', 'demo', 'migrations', 'commands', 'metrics', 'housekeeping'],
  web: ['ui', 'platform', 'app', 'pay'],
}
const domains = [...new Set(Object.values(layers).flat(2))]
/** The rooms of the engine, each using those before it. */
const engineRooms = ['records', 'outbox', 'contradictions', 'outcome', 'attempts', 'returns', 'notifications', 'asking']

/**
 * The rooms of `identity`, each row using those before it. Signing in is one row: a first factor asks for a second one, both ask
 * an organisation's issuer, and each step counts guesses.
 */
const identityRooms = [
  ['access', 'guessing', 'sign-in', 'sign-on', 'mfa', 'users', 'mails', 'welcome-mails'],
  ['profile', 'bundles', 'preview'],
]

refuseFoldersInNoLayer()
const tests = '[.](test|e2e)[.]tsx?$|^(e2e|bench|tools)/|/test/'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const upwardRules = Object.entries(layers).flatMap(([part, rows]) =>
  rows.flatMap((row, level) =>
    row.map((domain) => {
      const others = rows
        .slice(level)
        .flat()
        .filter((each) => each !== domain)
      return rule(
        `${part}-${domain}-only-downward`,
        'A domain uses domains below it. Needed upward? Then it is an event, or it belongs in contract.',
        { path: `^${part}/src/${domain}/`, pathNot: tests },
        { path: `^${part}/src/(${['app', 'demo', ...others].join('|')})(/|[.])` },
      )
    }),
  ),
)

// A room of the engine may use only the rooms before it.
const roomRules = engineRooms
  .slice(0, -1)
  .map((room, place) =>
    rule(
      `engine-${room}-only-earlier-rooms`,
      'What is carried out does not know how it is carried out.',
      { path: `^server/src/engine/${room}/`, pathNot: tests },
      { path: `^server/src/engine/(${engineRooms.slice(place + 1).join('|')})/` },
    ),
  )

// A room of identity may use its own row and those before it.
const identityRules = identityRooms.slice(0, -1).map((row, place) =>
  rule(
    `identity-${row[0]}-only-earlier-rooms`,
    'Who somebody is does not depend on what they do about it.',
    { path: `^server/src/identity/(${row.join('|')})/`, pathNot: tests },
    {
      path: `^server/src/identity/(${identityRooms
        .slice(place + 1)
        .flat()
        .join('|')})/`,
    },
  ),
)

/** A folder that nobody put into a layer would be fenced by no rule. */
function refuseFoldersInNoLayer() {
  for (const part of Object.keys(layers)) {
    const known = new Set([...layers[part].flat(), ...besides[part]])
    const folders = readdirSync(join(__dirname, part, 'src'), { withFileTypes: true })
    for (const folder of folders) {
      if (!folder.isDirectory() || known.has(folder.name)) continue
      throw new Error(`${part}/src/${folder.name}/ is in no layer: name it in .dependency-cruiser.cjs`)
    }
  }
  for (const room of readdirSync(join(__dirname, 'server/src/engine'), { withFileTypes: true }))
    if (room.isDirectory() && !engineRooms.includes(room.name))
      throw new Error(`server/src/engine/${room.name}/ is in no order: name it in .dependency-cruiser.cjs`)
  for (const room of readdirSync(join(__dirname, 'server/src/identity'), { withFileTypes: true }))
    if (room.isDirectory() && !identityRooms.flat().includes(room.name))
      throw new Error(`server/src/identity/${room.name}/ is in no order: name it in .dependency-cruiser.cjs`)
}

module.exports = {
  forbidden: [
    rule('no-circles', 'Type imports count as well.', {}, { circular: true }),
    rule('resolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    rule(
      'contract-imports-only-zod',
      'Server and browser both run it.',
      { path: '^contract/src/', pathNot: tests },
      { pathNot: '^contract/src/|^node_modules/(zod|ibantools)/' },
    ),
    rule(
      'endpoints-load-no-schemas',
      'A page that only calls an endpoint has the types of its schemas, and loads no zod.',
      { path: '^contract/src/.*[.]endpoints[.]ts$' },
      { path: '[.]schemas[.]ts$|^node_modules/zod/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'platform-names-no-domain',
      'What differs between entities arrives as an argument.',
      { path: '^(server|web)/src/platform/', pathNot: tests },
      { path: `^($1|contract)/src/(app|demo|${domains.join('|')})(/|[.])|^contract/src/entities[.]` },
    ),
    rule(
      'contract-rooms-below-the-domains',
      'They are what the domains are described with. What gateways are is described beside, as lists show it everywhere.',
      {
        path: `^contract/src/(${besides.contract.join('|')})/`,
        pathNot: `${tests}|^contract/src/(platform/gateway[.]schemas|descriptions/)`,
      },
      { path: `^contract/src/(${domains.join('|')})/` },
    ),
    rule(
      'ui-knows-nothing',
      'Buttons and dialogs know neither entities nor the server.',
      { path: '^web/src/ui/', pathNot: tests },
      { path: '^(contract|web/src)/', pathNot: '^web/src/ui/' },
    ),
    ...upwardRules,
    ...roomRules,
    ...identityRules,
    rule('web-never-server', 'They meet in contract.', { path: '^web/' }, { path: '^(server|sandbox|tools)/' }),
    rule(
      'server-never-web',
      'They meet in contract.',
      { path: '^server/src/', pathNot: tests },
      { path: '^(web|sandbox|tools)/' },
    ),
    rule(
      'sandbox-stands-alone',
      'It plays the outside world. The client is what strangers have too, and only its shop uses it.',
      { path: '^sandbox/src/', pathNot: tests },
      { path: '^(contract|server|web|tools|client/(?!src/index[.]ts$))' },
    ),
    rule(
      'client-stands-alone',
      'It runs in the programs of strangers, without any other package.',
      { path: '^client/src/', pathNot: tests },
      { pathNot: '^client/src/' },
    ),
    rule(
      'nothing-of-ours-uses-the-client',
      'The web and the server have the contract; the client is for the outside world.',
      { path: '^(contract|server|web)/src/', pathNot: tests },
      { path: '^client/' },
    ),
    rule(
      'nothing-imports-tests',
      'Tests are read by people and run by Vitest.',
      { path: '^(contract|server|client|sandbox|web)/', pathNot: tests },
      { path: '[.](test|e2e)[.]tsx?$|^e2e/|^(server|client|sandbox)/test/' },
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
