import { type RulesetAction, rulesetActions } from '@kontor/contract/decisions/decision.rules'
import {
  createValidationRulesetEndpoint,
  updateValidationRulesetEndpoint,
} from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import {
  createValidationRulesetSchemas,
  updateValidationRulesetSchemas,
} from '@kontor/contract/decisions/rulesets/validation-ruleset.schemas'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../../platform/api/related.ts'
import { CurrencyField } from '../../platform/form/amounts/currency-field.tsx'
import { changedValues } from '../../platform/form/changed-values.ts'
import { WaitingDialog } from '../../platform/form/dialog/waiting-dialog.tsx'
import { ChoiceField, TextField } from '../../platform/form/fields.tsx'
import { FieldGrid } from '../../platform/form/form-part.tsx'
import { type FormValues, RecordForm, useRecordForm } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'
import { draftName, useSeen } from '../../platform/form/use-draft.ts'
import { notify } from '../../platform/notify.ts'
import { useOwnOrganisation } from '../../platform/own-organisation.ts'
import { useCurrencies } from '../../platform/value/use-currencies.ts'
import { RulesetBacktest } from '../backtest/ruleset-backtest.tsx'
import { RulesetChecks } from '../backtest/ruleset-checks.tsx'
import { useBaseCurrency } from '../conditions/base-currency.ts'
import { conditionsIn } from '../conditions/conditions-in.ts'
import { CurrencyChanged } from '../conditions/currency-changed.tsx'
import { NewTag, type TagMade } from './new-tag.tsx'
import { emptyRule, type RuleDraft } from './rule-draft.ts'
import { RuleRows } from './rule-rows.tsx'
import type { RulesetRow } from './ruleset-row.ts'
import { TagField } from './tag-field.tsx'

interface CreateProps {
  /** The action of the screen, which the form begins with. */
  action: string
  onClose: () => void
}

export function CreateRuleset({ action, onClose }: CreateProps) {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  const base = useBaseCurrency()
  const currencies = useCurrencies()
  if (!currencies || base.isPending) return <WaitingDialog title={t('rulesets.add')} reading={base} onClose={onClose} />
  const usual = currencies.includes('EUR') ? 'EUR' : currencies[0]
  const currency_code = base.currency ?? usual
  return (
    <WithNewTag>
      {(tagging) => (
        <RecordForm
          endpoint={createValidationRulesetEndpoint}
          body={createValidationRulesetSchemas.body}
          title={t('rulesets.add')}
          verb={t('rulesets.add')}
          size="xl"
          opened
          onClose={onClose}
          initial={{
            ...{ name: '', organisation: own, action, tag: '', payment_profile: '', currency_code },
            ...{ webhook_url: '', email: '', rules: [emptyRule] },
          }}
          bodyOf={ofAction}
          onDone={({ name }) => notify({ color: 'green', message: t('rulesets.created', { name }) })}
        >
          <Fields tagging={tagging} />
        </RecordForm>
      )}
    </WithNewTag>
  )
}

/** Changes a ruleset. What nobody changes here is not sent. */
export function EditRuleset({ row, onClose }: { row: RulesetRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { name, action, rules, currency_code } = row
  const seen = useSeen(draftName(updateValidationRulesetEndpoint, row.id), { version: row.version })
  const [opened] = useState<FormValues>({
    ...{ name, action, rules, currency_code, organisation: idOf(row.organisation) },
    tag: row.tag ? idOf(row.tag) : '',
    payment_profile: row.payment_profile ? idOf(row.payment_profile) : '',
    ...{ webhook_url: row.webhook_url ?? '', email: row.email ?? '' },
  })
  return (
    <WithNewTag merchant={row.merchant}>
      {(tagging) => (
        <RecordForm
          endpoint={updateValidationRulesetEndpoint}
          body={updateValidationRulesetSchemas.body}
          params={{ id: row.id }}
          title={t('rulesets.edit_title', { name })}
          verb={t('action.save')}
          size="xl"
          opened
          onClose={onClose}
          initial={opened}
          seen={seen}
          bodyOf={(values) => ({ ...changedValues(opened, values), ...seen })}
          onDone={() => notify({ color: 'green', message: t('rulesets.saved', { name }) })}
        >
          <Fields tagging={tagging} of={row} />
        </RecordForm>
      )}
    </WithNewTag>
  )
}

/** What the chosen action does not have is not sent. */
function ofAction({ tag, webhook_url, ...values }: FormValues): FormValues {
  return {
    ...values,
    ...(values['action'] === 'tag' && { tag }),
    ...(values['action'] !== '3dSecure' && { webhook_url }),
  }
}

interface Tagging {
  /** The tag that was made beside the form. */
  made: TagMade | undefined
  make: (() => void) | undefined
}

/** The dialog of a new tag is beside the form, because a form within a form would send both. */
function WithNewTag({ merchant, children }: { merchant?: string; children: (tagging: Tagging) => ReactNode }) {
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<TagMade>()
  return (
    <>
      {children({ made, make: () => setMaking(true) })}
      {isMaking && <NewTag merchant={merchant} onClose={() => setMaking(false)} onMade={setMade} />}
    </>
  )
}

function Fields({ tagging, of }: { tagging: Tagging; of?: RulesetRow }) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const { values } = form
  const action = values['action'] as RulesetAction
  const merchant = of?.merchant
  const place = { _sort: 'name', ...(merchant ? { merchant } : {}) }
  return (
    <>
      <FieldGrid>
        <TextField name="name" maxLength={200} autoFocus isRequired />
        <RelatedField name="organisation" target={organisation} isRequired disabled={of !== undefined} query={place} />
        <ChoiceField
          name="action"
          choices={rulesetActions}
          isRequired
          disabled={of !== undefined}
          description={t(`rulesets.action_help.${action}`)}
        />
        <RelatedField
          name="payment_profile"
          target={paymentProfile}
          description={t('rulesets.profile_help')}
          query={place}
        />
      </FieldGrid>
      {action === 'tag' && <TagField merchant={merchant} made={tagging.made} onMake={tagging.make} />}
      <RuleRows merchant={merchant} />
      {of?.rules.some(({ name }) => name === 'amount') && (
        <CurrencyChanged from={of.currency_code} to={values['currency_code']} />
      )}
      <FieldGrid>
        <CurrencyField
          description={t('rulesets.currency_help')}
          onChosen={(from, to) => form.setFieldValue('rules', conditionsIn(values['rules'] as RuleDraft[], from, to))}
        />
        <TextField name="email" type="email" maxLength={254} description={t('rulesets.email_help')} />
        {action !== '3dSecure' && (
          <TextField
            name="webhook_url"
            type="url"
            maxLength={2000}
            placeholder="https://"
            description={t('rulesets.webhook_help')}
          />
        )}
      </FieldGrid>
      <RulesetChecks id={of?.id} />
      <RulesetBacktest id={of?.id} />
    </>
  )
}
