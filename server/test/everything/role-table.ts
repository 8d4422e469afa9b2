/**
 * Who may what, written by hand from the words of the specifications (000 section 6; 001 sections 6 and 7) and from nothing
 * of the program: the role names are text, so that a slip in the contract is not repeated here.
 */

type Verb = 'LIST' | 'CREATE' | 'UPDATE' | 'DELETE' | 'STATISTICS'

/** `{AREA}_*`: each is a set of roles of which any one is enough; USER_ALL and PSP_ALL are always enough. */
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
  // Of a customer, come to by a link of its own.
  card: ['CUSTOMER', 'CARD_ADD'],
  share: 'SHARE',
  routing: 'ROUTING',
  // Of every merchant for the provider's staff, who have an area of their own for it.
  processor: ['PROCESSOR', 'PSP_PROCESSOR'],
  // Rulesets put tags on payments: both areas together, so no role alone is enough but those for everything.
  validationruleset: [],
}

/** The provider's alone: USER_ALL is not enough. */
const providerAreas: Record<string, string> = {
  'psp/merchant': 'PSP_MERCHANT',
  'psp/user': 'PSP_USER',
  // The record of everybody's sign-ins is about users.
  'psp/signinevent': 'PSP_USER',
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
  'psp/settlementprofile': 'PSP_SETTLEMENT_PROFILE',
  'psp/settlementschedule': 'PSP_SETTLEMENT_SCHEDULE',
  'psp/bankaccount': 'PSP_BANK_ACCOUNT',
}

const both = ['USER_ALL', 'PSP_ALL']

/** What no pattern says. */
const special: Record<string, readonly string[]> = {
  'POST /v1/transaction/{id}/refund': ['USER_ALL', 'PSP_ALL', 'REFUND_ALL', 'REFUND_CREATE'],
  // What lists mask is for whoever may do everything with customers; what cannot be undone, for whoever may delete.
  'POST /v1/customer/{id}/reveal': [...both, 'CUSTOMER_ALL'],
  'POST /v1/customer/{id}/erase': [...both, 'CUSTOMER_ALL', 'CUSTOMER_DELETE'],
  // A merged tag is gone for good.
  'POST /v1/tag/{id}/merge': [...both, 'TAG_ALL', 'TAG_DELETE'],
  // Devices come from the provider.
  'POST /v1/terminal': ['PSP_ALL'],
  'DELETE /v1/terminal/{id}': ['PSP_ALL'],
  // Whoever makes or changes a design looks at it meanwhile.
  'POST /v1/checkout/preview': [...both, 'CHECKOUT_ALL', 'CHECKOUT_CREATE', 'CHECKOUT_UPDATE'],
  // A key may do whatever it is given: as much as everything.
  'POST /v1/apikey': both,
  'POST /v1/apikey/{id}/rotate': both,
  'POST /v1/apikey/{id}/revoke': both,
  // With what webhooks are signed.
  'POST /v1/apisetting/webhooksecret/reveal': [...both, 'WEBHOOK_ALL'],
  'POST /v1/apisetting/webhooksecret/rotate': [...both, 'WEBHOOK_ALL'],
  // Nothing goes to an address that failed for days, until somebody who may change webhooks says so.
  'POST /v1/apisetting/webhookaddress/switch-on': [...both, 'WEBHOOK_ALL', 'WEBHOOK_UPDATE'],
  // Time is moved by super users, and only in a demo.
  'POST /v1/psp/clock': ['PSP_SUPER'],
  // Whoever may change it may see it.
  'GET /v1/psp/merchant/{id}/security': ['PSP_ALL', 'PSP_MERCHANT_ALL', 'PSP_MERCHANT_LIST', 'PSP_MERCHANT_UPDATE'],
}

/** For persons alone, whatever a program's key may do: no key makes keys, and secrets are shown to people. */
export const isForPersons = (method: string, path: string): boolean =>
  method === 'POST' && /^\/v1\/(apikey|apisetting\/webhooksecret\/reveal)/.test(path)

/**
 * Asked for by no role: signing in, what is one's own, the description, what a payer opens, what processors send (which is
 * signed), and where a merchant's programs find the API and its keys (login only).
 */
const withoutRole =
  /^\/v1\/(auth|profile|savedview|export|openapi\.json|clock|pay|processornotification|apisetting)(\/|$)|^GET \/v1\/apikey$/

/** The roles of which any one opens it; `none`: it asks for no role; undefined: the table does not say. */
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

/** Reading is listing, or statistics; a new row is creating; whatever else is written is changing. */
function verbOf(method: string, rest: string): Verb {
  if (method === 'GET') return isStatistics.test(rest) ? 'STATISTICS' : 'LIST'
  if (method === 'DELETE' && rest === '/{id}') return 'DELETE'
  return rest === '' ? 'CREATE' : 'UPDATE'
}

// Of processors the dashboards ask for the same roles as the list (000 section 6).
const isStatistics = /^\/(aggregate|highest|best|segments)/
