/**
 * The rights, written by hand from the specifications (000 section 6; 001 sections 6 and 7) and from no part of the
 * program. The role names are text, so that a mistake in the contract is not repeated here.
 */

type Verb = 'LIST' | 'CREATE' | 'UPDATE' | 'DELETE' | 'STATISTICS'

/** `{AREA}_*`: any role of one set is enough. USER_ALL and PSP_ALL are always enough. */
const areas: Record<string, string | readonly string[]> = {
  transaction: 'TRANSACTION',
  refund: 'REFUND',
  chargeback: 'CHARGEBACK',
  customer: 'CUSTOMER',
  paymentlink: 'PAYMENT_LINK',
  cardaddlink: 'CARD_ADD',
  scheduledtransaction: 'SCHEDULED_TRANSACTION',
  plan: 'PLAN',
  subscription: 'SUBSCRIPTION',
  subscriptiondiscount: 'SUBSCRIPTION_DISCOUNT',
  webhook: 'WEBHOOK',
  terminal: 'TERMINAL',
  report: 'REPORT',
  reportschedule: 'REPORT_SCHEDULE',
  organisation: 'ORGANISATION',
  paymentprofile: 'PAYMENT_PROFILE',
  bankaccount: 'BANK_ACCOUNT',
  checkout: 'CHECKOUT',
  user: 'PLATFORMUSER',
  tag: 'TAG',
  // A card belongs to a customer and comes from a link of its own.
  card: ['CUSTOMER', 'CARD_ADD'],
  settlement: 'SETTLEMENT',
  // Merchants and the provider's staff read the same of an invoice.
  invoice: ['SETTLEMENT', 'PSP_SETTLEMENT'],
  share: 'SHARE',
  audittrail: 'AUDITTRAIL',
  routing: 'ROUTING',
  // The provider's staff see the processors of every merchant, and have an area of their own for them.
  processor: ['PROCESSOR', 'PSP_PROCESSOR'],
  // Rulesets put tags on payments and need both areas, so no single role is enough except those for everything.
  validationruleset: [],
}

/** Areas of the provider: USER_ALL is not enough. */
const providerAreas: Record<string, string> = {
  // Middleware is the provider's (001 sections 2.10 and 6).
  middleware: 'PSP_MIDDLEWARE',
  'psp/merchant': 'PSP_MERCHANT',
  // What a processor did not say belongs to the area of processors.
  'psp/stuckoperation': 'PSP_PROCESSOR',
  'psp/user': 'PSP_USER',
  // The record of all sign-ins belongs to the area of users.
  'psp/signinevent': 'PSP_USER',
  // Only the provider has them (001 section 2.10).
  processorsettlement: 'PSP_PROCESSOR_SETTLEMENT',
  // What a processor says belongs to the area of processors.
  'psp/contradiction': 'PSP_PROCESSOR',
  'psp/audittrail': 'PSP_AUDITTRAIL',
  'psp/apikey': 'PSP_APIKEY',
  'psp/import': 'PSP_IMPORT',
  'psp/welcomemail': 'PSP_WELCOME',
  'psp/revenuescheme': 'PSP_REVENUESCHEME',
  'psp/costscheme': 'PSP_COSTSCHEME',
  'psp/reservescheme': 'PSP_RESERVESCHEME',
  'psp/partnerscheme': 'PSP_PARTNERSCHEME',
  'psp/package': 'PSP_PACKAGE',
  'psp/oneoff': 'PSP_ONE_OFF',
  'psp/settlement': 'PSP_SETTLEMENT',
  'psp/invoice': 'PSP_SETTLEMENT',
  'psp/invoiceparticulars': 'PSP_SETTLEMENT',
  'psp/settlementprofile': 'PSP_SETTLEMENT_PROFILE',
  'psp/settlementschedule': 'PSP_SETTLEMENT_SCHEDULE',
  'psp/bankaccount': 'PSP_BANK_ACCOUNT',
  'psp/paymentorder': 'PSP_SETTLEMENT',
  'psp/bankentry': 'PSP_BANK_ACCOUNT',
  'psp/clientmoneyday': 'PSP_SETTLEMENT',
  'psp/sapbatch': 'PSP_SAP',
  'psp/sapmapping': 'PSP_SAP',
  'psp/sapconnection': 'PSP_SAP',
}

const both = ['USER_ALL', 'PSP_ALL']
const people = (verb: Verb) => [
  ...[...both, 'PLATFORMUSER_ALL', `PLATFORMUSER_${verb}`],
  ...['PSP_USER_ALL', `PSP_USER_${verb}`],
]

const ofSettlements = [
  ...[...both, 'SETTLEMENT_ALL', 'SETTLEMENT_LIST'],
  ...['PSP_SETTLEMENT_ALL', 'PSP_SETTLEMENT_LIST'],
]
const ofImports = (...verbs: Verb[]) => ['PSP_ALL', 'PSP_IMPORT_ALL', ...verbs.map((verb) => `PSP_IMPORT_${verb}`)]

/** Endpoints that no pattern covers. */
const special: Record<string, readonly string[]> = {
  // Transactions and settlements in one: it needs roles of both (000 section 6), so no other single role is enough.
  'GET /v1/financialreport': both,
  // Its screen begins with the balance of now.
  'GET /v1/ledger/balance': both,
  // The balance of all merchants and banks belongs to the area of settlements.
  'GET /v1/psp/ledger/balance': ['PSP_ALL', 'PSP_SETTLEMENT_ALL', 'PSP_SETTLEMENT_LIST'],
  // What a settlement consists of is for whoever may list settlements.
  'GET /v1/settlement/{id}/oneoff': [
    ...both,
    'SETTLEMENT_ALL',
    'SETTLEMENT_LIST',
    'PSP_SETTLEMENT_ALL',
    'PSP_SETTLEMENT_LIST',
  ],
  'POST /v1/transaction/{id}/refund': ['USER_ALL', 'PSP_ALL', 'REFUND_ALL', 'REFUND_CREATE'],
  // Fields that lists mask need the right to everything with customers; a step that cannot be undone needs the right to
  // delete.
  'POST /v1/customer/{id}/reveal': [...both, 'CUSTOMER_ALL'],
  'POST /v1/customer/{id}/erase': [...both, 'CUSTOMER_ALL', 'CUSTOMER_DELETE'],
  // Whoever has reports made may have one made no further.
  'POST /v1/report/{id}/cancel': [...both, 'REPORT_ALL', 'REPORT_CREATE'],
  // The screens /report/daily and /psp/reports/daily (000 section 6).
  'GET /v1/periodreport': [...both, 'TRANSACTION_LIST'],
  'GET /v1/periodreport/export': [...both, 'TRANSACTION_LIST'],
  'GET /v1/psp/periodreport': ['PSP_ALL', 'PSP_REPORT_LIST'],
  'GET /v1/psp/periodreport/export': ['PSP_ALL', 'PSP_REPORT_LIST'],
  'POST /v1/reportschedule/{id}/run': [...both, 'REPORT_SCHEDULE_ALL', 'REPORT_SCHEDULE_UPDATE'],
  // A merged tag cannot be restored.
  'POST /v1/tag/{id}/merge': [...both, 'TAG_ALL', 'TAG_DELETE'],
  // The provider supplies the devices.
  'POST /v1/terminal': ['PSP_ALL'],
  'DELETE /v1/terminal/{id}': ['PSP_ALL'],
  // Bundles of roles belong to the area of users, a merchant's or the provider's.
  'GET /v1/rolebundle': [...both, 'PLATFORMUSER_ALL', 'PLATFORMUSER_LIST', 'PSP_USER_ALL', 'PSP_USER_LIST'],
  'GET /v1/rolebundle/{id}/history': [
    ...both,
    'PLATFORMUSER_ALL',
    'PLATFORMUSER_UPDATE',
    'PSP_USER_ALL',
    'PSP_USER_UPDATE',
  ],
  'POST /v1/rolebundle': [...both, 'PLATFORMUSER_ALL', 'PLATFORMUSER_CREATE', 'PSP_USER_ALL', 'PSP_USER_CREATE'],
  'POST /v1/rolebundle/{id}': [...both, 'PLATFORMUSER_ALL', 'PLATFORMUSER_UPDATE', 'PSP_USER_ALL', 'PSP_USER_UPDATE'],
  'PUT /v1/rolebundle/{id}': [...both, 'PLATFORMUSER_ALL', 'PLATFORMUSER_UPDATE', 'PSP_USER_ALL', 'PSP_USER_UPDATE'],
  'DELETE /v1/rolebundle/{id}': [...both, 'PLATFORMUSER_ALL', 'PLATFORMUSER_DELETE', 'PSP_USER_ALL', 'PSP_USER_DELETE'],
  // Whoever may see users may see what they may do.
  'POST /v1/user/preview-access': [...both, 'PLATFORMUSER_ALL', 'PLATFORMUSER_LIST'],
  'POST /v1/psp/user/preview-access': ['PSP_ALL', 'PSP_USER_ALL', 'PSP_USER_LIST'],
  // The preview is for everybody who creates or changes a design.
  'POST /v1/checkout/preview': [...both, 'CHECKOUT_ALL', 'CHECKOUT_CREATE', 'CHECKOUT_UPDATE'],
  // A merchant's own users need the right to everything; the provider's staff have an area of their own for keys.
  'POST /v1/apikey': [...both, 'PSP_APIKEY_ALL', 'PSP_APIKEY_CREATE'],
  'POST /v1/apikey/{id}': [...both, 'PSP_APIKEY_ALL', 'PSP_APIKEY_UPDATE'],
  'PUT /v1/apikey/{id}': [...both, 'PSP_APIKEY_ALL', 'PSP_APIKEY_UPDATE'],
  'POST /v1/apikey/{id}/rotate': [...both, 'PSP_APIKEY_ALL', 'PSP_APIKEY_UPDATE'],
  'POST /v1/apikey/{id}/revoke': [...both, 'PSP_APIKEY_ALL', 'PSP_APIKEY_DELETE'],
  // One address for a merchant's users and for the provider's staff; each kind needs the roles of its own area.
  'POST /v1/user': people('CREATE'),
  'POST /v1/user/{id}': people('UPDATE'),
  'PUT /v1/user/{id}': people('UPDATE'),
  'POST /v1/user/{id}/invitation': people('UPDATE'),
  'POST /v1/user/{id}/link': people('UPDATE'),
  'POST /v1/user/{id}/disable': people('UPDATE'),
  'POST /v1/user/{id}/enable': people('UPDATE'),
  'POST /v1/user/{id}/password': people('UPDATE'),
  'POST /v1/user/{id}/mfa/reset': people('UPDATE'),
  'POST /v1/user/{id}/sessions/end': people('UPDATE'),
  'POST /v1/user/{id}/identity/unlink': people('UPDATE'),
  'GET /v1/user/{id}/identity': people('LIST'),
  // Where a person signed in from is for those who manage them.
  'GET /v1/user/{id}/signinevent': people('UPDATE'),
  'DELETE /v1/user/{id}': people('DELETE'),
  // The secret that signs webhooks.
  'POST /v1/apisetting/webhooksecret/reveal': [...both, 'WEBHOOK_ALL'],
  'POST /v1/apisetting/webhooksecret/rotate': [...both, 'WEBHOOK_ALL'],
  // An address that failed for days is switched on again only by a role that may change webhooks.
  'POST /v1/apisetting/webhookaddress/switch-on': [...both, 'WEBHOOK_ALL', 'WEBHOOK_UPDATE'],
  // The word of a person moves money of payments and refunds in the books: it needs the rights to both, so no other
  // single role is enough.
  'POST /v1/psp/stuckoperation/{id}/cancel': ['PSP_ALL'],
  'POST /v1/psp/stuckoperation/{id}/resolve': ['PSP_ALL'],
  // Costs beside prices need the rights to both, so no other single role is enough.
  'GET /v1/psp/revenuescheme/{id}/cost': ['PSP_ALL'],
  // The provider connects processors; a merchant changes the values of their credentials (001 sections 2.10 and 6).
  'POST /v1/processor': ['PSP_ALL', 'PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_CREATE'],
  'POST /v1/processor/{id}': ['PSP_ALL', 'PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_UPDATE'],
  'PUT /v1/processor/{id}': ['PSP_ALL', 'PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_UPDATE'],
  'POST /v1/processor/{id}/activate': ['PSP_ALL', 'PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_UPDATE'],
  'POST /v1/processor/{id}/deactivate': ['PSP_ALL', 'PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_UPDATE'],
  // A merchant does not take its payments past what the provider has them checked by.
  'POST /v1/paymentprofile/{id}/middleware': ['PSP_ALL', 'PSP_MIDDLEWARE_ALL', 'PSP_MIDDLEWARE_UPDATE'],
  'POST /v1/middleware/{id}/activate': ['PSP_ALL', 'PSP_MIDDLEWARE_ALL', 'PSP_MIDDLEWARE_UPDATE'],
  'POST /v1/middleware/{id}/deactivate': ['PSP_ALL', 'PSP_MIDDLEWARE_ALL', 'PSP_MIDDLEWARE_UPDATE'],
  'POST /v1/middleware/{id}/secret': ['PSP_ALL', 'PSP_MIDDLEWARE_ALL', 'PSP_MIDDLEWARE_UPDATE'],
  // Trying and checking store nothing.
  'POST /v1/routing/try': [...both, 'ROUTING_ALL', 'ROUTING_LIST'],
  'POST /v1/routing/check': [...both, 'ROUTING_ALL', 'ROUTING_LIST'],
  // Who writes a routing opens it, and is told the names of processors (001 section 2.5).
  'GET /v1/routing/{id}': [...both, 'ROUTING_ALL', 'ROUTING_LIST', 'ROUTING_UPDATE'],
  'GET /v1/routing/new': [...both, 'ROUTING_ALL', 'ROUTING_CREATE', 'ROUTING_UPDATE'],
  'GET /v1/routing/new/draft': [...both, 'ROUTING_ALL', 'ROUTING_CREATE'],
  'POST /v1/routing/new/draft': [...both, 'ROUTING_ALL', 'ROUTING_CREATE'],
  'DELETE /v1/routing/new/draft': [...both, 'ROUTING_ALL', 'ROUTING_CREATE'],
  'GET /v1/routing/{id}/draft': [...both, 'ROUTING_ALL', 'ROUTING_UPDATE'],
  'POST /v1/routing/{id}/draft': [...both, 'ROUTING_ALL', 'ROUTING_UPDATE'],
  'PUT /v1/routing/{id}/draft': [...both, 'ROUTING_ALL', 'ROUTING_UPDATE'],
  'DELETE /v1/routing/{id}/draft': [...both, 'ROUTING_ALL', 'ROUTING_UPDATE'],
  // Figures of payments need a role for their statistics beside that for routings: no other single role is enough.
  'POST /v1/routing/backtest': both,
  'POST /v1/routing/{id}/restore': [...both, 'ROUTING_ALL', 'ROUTING_UPDATE'],
  // The choices of the form of a payment profile.
  'GET /v1/paymentprofile/routing': [
    ...[...both, 'PAYMENT_PROFILE_ALL', 'PAYMENT_PROFILE_LIST', 'PAYMENT_PROFILE_CREATE', 'PAYMENT_PROFILE_UPDATE'],
  ],
  'POST /v1/middleware/{id}/try': ['PSP_ALL', 'PSP_MIDDLEWARE_ALL', 'PSP_MIDDLEWARE_UPDATE'],
  // Values that prove notifications are put to use by staff.
  'POST /v1/processor/{id}/credential/switch': ['PSP_ALL', 'PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_UPDATE'],
  'DELETE /v1/processor/{id}/credential': ['PSP_ALL', 'PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_UPDATE'],
  // The address belongs to the form of a new processor.
  'POST /v1/processor/address': ['PSP_ALL', 'PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_CREATE'],
  // Whoever may fill in a credential may try it.
  'POST /v1/processor/test': [
    ...[...both, 'PROCESSOR_ALL', 'PROCESSOR_UPDATE'],
    ...['PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_CREATE', 'PSP_PROCESSOR_UPDATE'],
  ],
  'GET /v1/processor/user': [
    ...['PSP_ALL', 'PSP_PROCESSOR_ALL', 'PSP_PROCESSOR_CREATE', 'PSP_PROCESSOR_UPDATE'],
    ...['PSP_PROCESSOR_SETTLEMENT_ALL', 'PSP_PROCESSOR_SETTLEMENT_CREATE', 'PSP_PROCESSOR_SETTLEMENT_UPDATE'],
  ],
  'POST /v1/processorsettlement/test': [
    ...['PSP_ALL', 'PSP_PROCESSOR_SETTLEMENT_ALL'],
    ...['PSP_PROCESSOR_SETTLEMENT_CREATE', 'PSP_PROCESSOR_SETTLEMENT_UPDATE'],
  ],
  // Merchants and the provider's staff read the same of a settlement.
  'GET /v1/settlement/{id}/transfer': ofSettlements,
  'GET /v1/settlement/{id}/transfer/count': ofSettlements,
  'GET /v1/settlement/{id}/transfer/totals': ofSettlements,
  'GET /v1/settlement/{id}/transfer/export': ofSettlements,
  'GET /v1/settlement/{id}/line': ofSettlements,
  'GET /v1/settlement/{id}/camt053': ofSettlements,
  'GET /v1/settlement/{id}/details': ofSettlements,
  // So it is with everything else that settlements are made of.
  ...Object.fromEntries(
    [
      'ledger/transfer',
      'ledger/fee',
      'ledger/daybalance',
      'ledger/reserve',
      'ledger/tax',
      'settlementline',
      'payout',
    ].flatMap((list) => ['', '/count', '/totals', '/export'].map((path) => [`GET /v1/${list}${path}`, ofSettlements])),
  ),
  // What the provider earns needs the roles of settlements, costs and partners, so that no other single role is enough.
  ...Object.fromEntries(
    ['psp/ledger/transfer', 'psp/ledger/margin'].flatMap((list) =>
      ['', '/count', '/totals', '/export'].map((path) => [`GET /v1/${list}${path}`, ['PSP_ALL']]),
    ),
  ),
  ...Object.fromEntries(
    ['psp/ledger/unpriced', 'psp/ageing'].flatMap((list) =>
      ['', '/count', '/totals', '/export'].map((path) => [
        `GET /v1/${list}${path}`,
        ['PSP_ALL', 'PSP_SETTLEMENT_ALL', 'PSP_SETTLEMENT_LIST'],
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['', '/count', '/export'].map((path) => [
      `GET /v1/psp/difference${path}`,
      ['PSP_ALL', 'PSP_PROCESSOR_SETTLEMENT_ALL', 'PSP_PROCESSOR_SETTLEMENT_LIST'],
    ]),
  ),
  // Closing is a step of what there is; nobody makes a settlement of their own.
  ...Object.fromEntries(
    ['approve', 'file', 'withdraw'].map((verb) => [
      `POST /v1/psp/paymentorder/{id}/${verb}`,
      ['PSP_ALL', 'PSP_SETTLEMENT_ALL'],
    ]),
  ),
  ...Object.fromEntries(
    ['match', 'decide'].map((verb) => [
      `POST /v1/psp/bankentry/{id}/${verb}`,
      ['PSP_ALL', 'PSP_BANK_ACCOUNT_ALL', 'PSP_BANK_ACCOUNT_UPDATE'],
    ]),
  ),
  'GET /v1/psp/clientmoney': ['PSP_ALL', 'PSP_SETTLEMENT_ALL', 'PSP_SETTLEMENT_LIST'],
  // What goes to the provider itself is decided by whoever approves orders.
  ...Object.fromEntries(
    ['', '/{id}/approve', '/{id}/cancel'].map((path) => [
      `POST /v1/psp/feesweep${path}`,
      ['PSP_ALL', 'PSP_SETTLEMENT_ALL'],
    ]),
  ),
  'POST /v1/psp/bankaccount/{id}/statement': ['PSP_ALL', 'PSP_BANK_ACCOUNT_ALL', 'PSP_BANK_ACCOUNT_UPDATE'],
  // There is one row, which is changed.
  'POST /v1/psp/invoiceparticulars': ['PSP_ALL', 'PSP_SETTLEMENT_ALL', 'PSP_SETTLEMENT_UPDATE'],
  'POST /v1/psp/settlement/run': ['PSP_ALL', 'PSP_SETTLEMENT_ALL', 'PSP_SETTLEMENT_UPDATE'],
  // Super users change statuses by hand (001 section 6: the admin pages).
  'GET /v1/psp/statusupdate': ['PSP_SUPER'],
  'GET /v1/psp/statusupdate/count': ['PSP_SUPER'],
  'GET /v1/psp/statusupdate/totals': ['PSP_SUPER'],
  'GET /v1/psp/statusupdate/export': ['PSP_SUPER'],
  'GET /v1/psp/statusupdate/{id}': ['PSP_SUPER'],
  'GET /v1/psp/statusupdate/item/{id}': ['PSP_SUPER'],
  'GET /v1/psp/statusupdate/item/{id}/effects': ['PSP_SUPER'],
  'POST /v1/psp/statusupdate': ['PSP_SUPER'],
  'POST /v1/psp/statusupdate/{id}/approve': ['PSP_SUPER'],
  'POST /v1/psp/statusupdate/{id}/reject': ['PSP_SUPER'],
  ...Object.fromEntries(
    [
      ...['GET', 'POST'].map((method) => `${method} /v1/psp/settlementupdate`),
      ...['count', 'totals', 'export', 'item', '{id}', 'item/{id}/effects'].map(
        (path) => `GET /v1/psp/settlementupdate/${path}`,
      ),
      ...['approve', 'cancel'].map((verb) => `POST /v1/psp/settlementupdate/{id}/${verb}`),
    ].map((endpoint) => [endpoint, ['PSP_SUPER']]),
  ),
  // What is sent to SAP is there already: sending and answering change it.
  'POST /v1/psp/sapconnection': ['PSP_ALL', 'PSP_SAP_ALL', 'PSP_SAP_UPDATE'],
  'GET /v1/psp/cache': ['PSP_SUPER'],
  'POST /v1/psp/cache/remove': ['PSP_SUPER'],
  // Super users move time, and only in a demo.
  'POST /v1/psp/clock': ['PSP_SUPER'],
  // They change a merchant's payment and move its money.
  'POST /v1/psp/contradiction/{id}/take-over': ['PSP_ALL'],
  'POST /v1/psp/contradiction/{id}/pay-back': ['PSP_ALL'],
  'POST /v1/psp/contradiction/{id}/attach': ['PSP_ALL'],
  // The provider's people who decide about bank accounts list those of all merchants.
  ...Object.fromEntries(
    ['', '/count', '/export', '/{id}', '/{id}/document'].map((path) => [
      `GET /v1/bankaccount${path}`,
      [...both, 'BANK_ACCOUNT_ALL', 'BANK_ACCOUNT_LIST', 'PSP_BANK_ACCOUNT_ALL', 'PSP_BANK_ACCOUNT_LIST'],
    ]),
  ),
  ...Object.fromEntries(
    ['POST {id}/namecheck', 'POST {id}/verify', 'POST {id}/reject'].map((call) => [
      call.replace(' ', ' /v1/bankaccount/'),
      ['PSP_ALL', 'PSP_BANK_ACCOUNT_ALL', 'PSP_BANK_ACCOUNT_UPDATE'],
    ]),
  ),
  // Whole IBANs and proofs are for those who change accounts, or decide about them.
  ...Object.fromEntries(
    [
      ...['POST {id}/reveal', 'POST {id}/document', 'DELETE {id}/document/{document}', 'GET {id}/document/{document}'],
      'GET {id}/reading',
    ].map((call) => [
      call.replace(' ', ' /v1/bankaccount/'),
      [...[...both, 'BANK_ACCOUNT_ALL', 'BANK_ACCOUNT_UPDATE'], ...['PSP_BANK_ACCOUNT_ALL', 'PSP_BANK_ACCOUNT_UPDATE']],
    ]),
  ),
  // Several are offered by whoever may offer one.
  'POST /v1/share/several': [...both, 'SHARE_ALL', 'SHARE_CREATE'],
  // What others lose is told to users who may take a processor back.
  'GET /v1/share/{id}/shop': [...both, 'SHARE_ALL', 'SHARE_UPDATE'],
  // The effect of a move is told to users who may move.
  'GET /v1/organisation/{id}/move': [...both, 'ORGANISATION_ALL', 'ORGANISATION_UPDATE'],
  // What a new one begins with is told to users who may make one.
  'GET /v1/paymentprofile/new': [...both, 'PAYMENT_PROFILE_ALL', 'PAYMENT_PROFILE_CREATE'],
  'GET /v1/paymentprofile/{id}/holders': [
    ...both,
    'PAYMENT_PROFILE_ALL',
    'PAYMENT_PROFILE_UPDATE',
    'PAYMENT_PROFILE_DELETE',
  ],
  // Whoever hands in a file carries it through, and reads it.
  'GET /v1/psp/import/{id}/sample': ofImports('CREATE', 'UPDATE'),
  'GET /v1/psp/import/{id}/foreseen': ofImports('CREATE', 'UPDATE'),
  'GET /v1/psp/import/{id}/file': ofImports('CREATE', 'UPDATE'),
  'GET /v1/psp/import/{id}/rejected': ofImports('CREATE', 'UPDATE'),
  'POST /v1/psp/import/{id}/check': ofImports('CREATE', 'UPDATE'),
  'POST /v1/psp/import/{id}/start': ofImports('CREATE', 'UPDATE'),
  'POST /v1/psp/import/{id}/cancel': ofImports('CREATE', 'UPDATE'),
  'POST /v1/psp/import/{id}/rerun': ofImports('CREATE', 'UPDATE'),
  // It deletes what was made.
  'POST /v1/psp/import/{id}/revert': ofImports('DELETE'),
  // Whoever sees welcome mails may have one mailed to themselves.
  'POST /v1/psp/welcomemail/{id}/preview': ['PSP_ALL', 'PSP_WELCOME_ALL', 'PSP_WELCOME_LIST'],
  // The specification opens the configuration of merchants to one role (001 section 2.10).
  'GET /v1/psp/merchant/{id}/configuration': ['PSP_ALL'],
  'POST /v1/psp/merchant/{id}/limits': ['PSP_ALL'],
  'POST /v1/psp/merchant/{id}/capturing': ['PSP_ALL'],
  'POST /v1/psp/merchant/{id}/modules': ['PSP_ALL'],
  'POST /v1/psp/merchant/{id}/mail-sender': ['PSP_ALL'],
  'POST /v1/psp/merchant/{id}/retention': ['PSP_ALL'],
  // Whoever names an issuer can become anybody who signs in there.
  'GET /v1/psp/merchant/{id}/sign-on': ['PSP_ALL', 'PSP_MERCHANT_ALL', 'PSP_MERCHANT_LIST', 'PSP_MERCHANT_UPDATE'],
  'POST /v1/psp/merchant/{id}/sign-on': ['PSP_ALL'],
  'GET /v1/psp/sign-on': ['PSP_SUPER'],
  'GET /v1/psp/sign-on/history': ['PSP_SUPER'],
  'POST /v1/psp/sign-on': ['PSP_SUPER'],
  'POST /v1/psp/sign-on/try': ['PSP_ALL', 'PSP_SUPER'],
  // Every role that may change it may also read it.
  'GET /v1/psp/merchant/{id}/security': ['PSP_ALL', 'PSP_MERCHANT_ALL', 'PSP_MERCHANT_LIST', 'PSP_MERCHANT_UPDATE'],
}

/**
 * Endpoints for persons only, whatever a program's key may do: no key makes keys or users, secrets are shown to people,
 * and people vouch for credentials. No program decides where money goes.
 */
export const isForPersons = (method: string, path: string): boolean =>
  // A program needs no proof of who has an account.
  (method !== 'GET' || /^\/v1\/bankaccount\/[^/]+\/document\/./.test(path)) &&
  /^\/v1\/(apikey|bankaccount|user|report|apisetting\/webhooksecret\/reveal|processor\/[^/]+\/credential|psp\/welcomemail\/[^/]+\/preview|psp\/(statusupdate|settlementupdate|oneoff(?!\/[^/]+\/cancel)|paymentorder|bankaccount|bankentry|feesweep|settlement\/[^/]+\/(approve|takeback)|settlementprofile(?!\/[^/]+\/hold)|cache|(merchant\/[^/]+\/)?sign-on))/.test(
    path,
  )

/**
 * Endpoints without a role: signing in, a user's own data, the description, a payer's pages, processors' notifications
 * (which are signed), what waits in the lists that the caller may open, the currencies of the caller's shops, the codes
 * of merchant categories, the gateways, and the facts for a merchant's programs (sign-in only).
 */
const withoutRole =
  /^\/v1\/(auth|profile|savedview|export|backtest|openapi\.json|clock|attention|currency|gateway|mcc|pay|processornotification|bankaccountalarm|apisetting)(\/|$)|^GET \/v1\/apikey$/

/** The roles of which any one opens an endpoint; `none`: it needs no role; undefined: the table does not say. */
export function rolesFor(method: string, path: string): readonly string[] | 'none' | undefined {
  const own = special[`${method} ${path}`]
  if (own) return own
  if (withoutRole.test(path) || withoutRole.test(`${method} ${path}`)) return 'none'
  const [, resource = '', rest = ''] = /^\/v1\/((?:psp\/)?\w+)(.*)$/.exec(path) ?? []
  const [area, always] = resource in providerAreas ? [providerAreas[resource], ['PSP_ALL']] : [areas[resource], both]
  const verb = verbOf(method, rest)
  if (!area) return undefined
  return [...always, ...[area].flat().flatMap((name) => [`${name}_ALL`, `${name}_${verb}`])]
}

/** The verb: reading is LIST or STATISTICS, a new row is CREATE, every other write is UPDATE or DELETE. */
function verbOf(method: string, rest: string): Verb {
  // Whoever may change a row may read its history.
  if (method === 'GET' && rest === '/{id}/history') return 'UPDATE'
  if (method === 'GET') return isStatistics.test(rest) ? 'STATISTICS' : 'LIST'
  if (method === 'DELETE' && rest === '/{id}') return 'DELETE'
  return rest === '' ? 'CREATE' : 'UPDATE'
}

// Dashboards of processors need the same roles as the list (000 section 6).
const isStatistics = /^\/(aggregate|highest|best|segments)/
