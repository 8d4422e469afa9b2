import { expect, it } from 'vitest'
import fields from '../../public/locales/en-US/fields.json' with { type: 'json' }
import main from '../../public/locales/en-US/main.json' with { type: 'json' }

/** The words of the specifications about decisions, the trail of calls and reports, where the screens have them. */
const specified = {
  'routings.add': 'Create entity',
  'routings.none': 'No routes yet',
  'routings.product_first': 'Select a payment product first',
  'routings.undo_text': 'Are you sure you want to undo the changes to this routing?',
  'routings.undo': 'Undo',
  'routings.back': 'Go back',
  'action.save': 'Save',
  'conditions.rule.card': 'Card ID',
  'conditions.rule.customer': 'Customer ID',
  'rulesets.none': 'No rulesets found.',
  'nav.tag_rules.label': 'Business rules',
  'nav.risk_rules.label': 'Fraud rules',
  'nav.3d_secure.label': 'Dynamic 3D Secure',
  'profiles.no_processors': 'No processors for this payment profile.',
  'profiles.no_middleware': 'No middleware for this payment profile.',
  'profiles.no_routes': 'No routes for this payment method.',
  'profiles.routing_off': 'Intelligent routing is disabled.',
  'profiles.no_routing': 'No routing',
  'profiles.routing_missing': 'One or more necessary processors are not activated for this payment profile.',
  'form_validation.unroutable': 'This processor will result in unroutable transactions',
  'audit_trail.items_of_transaction': 'View audit trail items for this transaction',
  'reports.empty': 'No reports generated',
  'reports.downloading': 'Downloading report...',
  'reports.wait_generated': 'Please wait until the report has been generated',
  'reports.wait_downloaded': 'Please wait until the report has been downloaded',
  'reports.click_download': 'Click to download the report',
}

it.each(Object.entries(specified))('%s says what the specification says, letter by letter', (key, text) => {
  const found = key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], main)
  expect(found).toBe(text)
})

it('a call without an authentication is None', () => {
  expect(fields['authentication.none']).toBe('None')
})
