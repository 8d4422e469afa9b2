import { updateValidationRulesetEndpoint } from './decisions/rulesets/validation-ruleset.endpoints.ts'
import type { BodyOf, Endpoint } from './endpoint.ts'
import { updateRoleBundleEndpoint } from './identity/bundles/role-bundle.endpoints.ts'
import { updateUserEndpoint } from './identity/users/user.endpoints.ts'
import { updateWelcomeMailEndpoint } from './identity/welcome-mails/welcome-mail.endpoints.ts'
import { updateMiddlewareEndpoint } from './middleware/middleware.endpoints.ts'
import { updateApiKeyEndpoint } from './organisations/api-keys.endpoints.ts'
import { updateMerchantEndpoint } from './organisations/merchant.endpoints.ts'
import { updateOrganisationEndpoint } from './organisations/organisation.endpoints.ts'
import { updatePaymentProfileEndpoint } from './organisations/payment-profile.endpoints.ts'
import { updateProcessorEndpoint } from './processors/processor.endpoints.ts'
import { updateProcessorSettlementEndpoint } from './processors/processor-settlement.endpoints.ts'

/** How values of an earlier version are put back: by the entity's own command. */
export interface Restorable {
  readonly endpoint: Endpoint
  /** The fields of the command that are put back, where nothing but a value hangs on it; with their names in the history. */
  readonly fields: Readonly<Record<string, string>>
  /** The fields without which the command does not do. */
  readonly always?: readonly string[]
}

const restorableBy = <E extends Endpoint>(
  endpoint: E,
  fields: readonly (keyof BodyOf<E> & string)[],
  {
    recorded = {},
    always = [],
  }: { recorded?: Partial<Record<keyof BodyOf<E>, string>>; always?: (keyof BodyOf<E> & string)[] } = {},
): Restorable => ({
  endpoint,
  fields: Object.fromEntries(fields.map((name) => [name, recorded[name] ?? name])),
  always,
})

/**
 * The entities of which an earlier version can come back (docs/adr/0111). Credentials and what has commands of its own (a status,
 * the order of processors) stay as they are.
 */
export const restorable: Readonly<Record<string, Restorable>> = {
  payment_profile: restorableBy(updatePaymentProfileEndpoint, [
    'name',
    'display_name',
    'organisation',
    'currency_code',
    'website',
    'description',
    'webhook_transaction_update',
    'webhook_refund_update',
    'webhook_chargeback_update',
    'webhook_failed_email',
    'largest_payment',
    'failover',
    'mcc',
  ]),
  organisation: restorableBy(updateOrganisationEndpoint, [
    'name',
    'country_code',
    'parent',
    'email',
    'phone',
    'street',
    'street_number',
    'extended_address',
    'postal_code',
    'locality',
    'region',
    'tax_number',
  ]),
  merchant: restorableBy(updateMerchantEndpoint, [
    'name',
    'legal_name',
    'country_code',
    'language',
    'time_zone',
    'base_currency',
    'mcc',
    'external_id',
    'vat_number',
    'chamber_of_commerce',
  ]),
  role_bundle: restorableBy(updateRoleBundleEndpoint, ['name', 'description', 'roles'], {
    always: ['name', 'description', 'roles'],
  }),
  // A flag is taken from another mail, and roles are granted: neither is a value of the row alone. Of languages there is no trail.
  welcome_mail: restorableBy(updateWelcomeMailEndpoint, ['name', 'content', 'content_en']),
  user: restorableBy(updateUserEndpoint, ['name', 'organisation']),
  psp_user: restorableBy(updateUserEndpoint, ['name']),
  // Roles and addresses let a program in: an earlier name does not bring them back.
  api_key: restorableBy(updateApiKeyEndpoint, ['name']),
  middleware: restorableBy(updateMiddlewareEndpoint, [
    'name',
    'organisation',
    'description',
    'url',
    'time_limit_ms',
    'when_silent',
  ]),
  validation_ruleset: restorableBy(updateValidationRulesetEndpoint, [
    'name',
    'rules',
    'currency_code',
    'tag',
    'payment_profile',
    'webhook_url',
    'email',
  ]),
  processor: restorableBy(updateProcessorEndpoint, ['name', 'organisation', 'description', 'user'], {
    recorded: { user: 'user_id' },
  }),
  processor_settlement: restorableBy(
    updateProcessorSettlementEndpoint,
    ['name', 'organisation', 'description', 'user', 'expected_every_days'],
    {
      recorded: { user: 'user_id' },
    },
  ),
}

/** A change of the history, as far as restoring needs it. */
interface Changed {
  readonly version: number
  readonly part: string | null
  readonly fields: readonly {
    readonly field: string
    readonly before: unknown
    readonly after: unknown
    readonly is_secret: boolean
  }[]
}

/** A field that gets the value of an earlier version. */
export interface PutBack {
  /** The name in the command, and the one in the history. */
  readonly name: string
  readonly field: string
  readonly present: unknown
  readonly earlier: unknown
}

/**
 * The fields that differ between a version and the present, from the changes of the history, newest first: each gets what it was
 * before the first change after the version. Fields that cannot be put back are left out.
 */
export function putBack({ fields }: Restorable, changes: readonly Changed[], version: number): PutBack[] {
  const later = changes.filter((each) => each.version > version && each.part === null)
  return Object.entries(fields).flatMap(([name, field]) => {
    const of = later.flatMap((each) => each.fields.filter((changed) => changed.field === field && !changed.is_secret))
    const [last] = of
    const first = of.at(-1)
    if (!last || !first || JSON.stringify(last.after) === JSON.stringify(first.before)) return []
    return [{ name, field, present: last.after, earlier: first.before }]
  })
}
