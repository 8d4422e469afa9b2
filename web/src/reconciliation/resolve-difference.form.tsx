import { resolveDifferenceEndpoint } from '@kontor/contract/reconciliation/reconciliation.endpoints'
import { mayResolve, type Resolution, resolutions } from '@kontor/contract/reconciliation/reconciliation.rules'
import { type Difference, resolveDifferenceSchemas } from '@kontor/contract/reconciliation/reconciliation.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceField, LongTextField, TextField } from '../platform/form/fields.tsx'
import { RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { notify } from '../platform/notify.ts'
import { useWrittenOff } from './use-written-off.ts'

/** What may become of a difference in its status. Only a line of nothing in our books can be linked. */
function choicesOf(of: Difference): Resolution[] {
  const isLinkable = of.type === 'UNKNOWN' && of.line_kind !== 'other' && of.line_kind !== 'fee'
  return resolutions.filter((each) => mayResolve[each](of) && (each !== 'LINKED' || isLinkable))
}

/** Decides what becomes of a difference, with a reason. */
export function ResolveDifference({ id, of, onClose }: { id: string; of: Difference; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={resolveDifferenceEndpoint}
      body={resolveDifferenceSchemas.body}
      params={{ id, difference: of.id }}
      title={t('reconciliation.decide_title')}
      verb={t('reconciliation.decide')}
      opened
      onClose={onClose}
      like={of.id}
      initial={{ status: '', reason: '', subject: '' }}
      bodyOf={({ status, reason, subject }) => ({ status, reason, ...(status === 'LINKED' ? { subject } : {}) })}
      onDone={({ status, proposed_by }) =>
        notify({
          color: 'green',
          message: t(status === 'OPEN' && proposed_by !== null ? 'reconciliation.proposed' : 'reconciliation.decided'),
        })
      }
    >
      <Fields of={of} />
    </RecordForm>
  )
}

function Fields({ of }: { of: Difference }) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const writtenOff = useWrittenOff(of)
  const chosen = resolutions.find((each) => each === form.values['status'])
  return (
    <>
      <ChoiceField
        name="status"
        label={t('reconciliation.outcome')}
        choices={choicesOf(of)}
        textOf={(each) => t(`reconciliation.choice.${each}`)}
        autoFocus
      />
      {chosen && (
        <Text size="sm" c="dimmed">
          {t(`reconciliation.effect.${chosen}`)}
          {chosen === 'WRITTEN_OFF' && ` ${writtenOff}`}
          {chosen === 'WRITTEN_OFF' && of.needs_another && ` ${t('reconciliation.needs_another')}`}
        </Text>
      )}
      {chosen === 'LINKED' && (
        <TextField
          name="subject"
          label={t('reconciliation.subject')}
          description={t('reconciliation.subject_help')}
          isRequired
        />
      )}
      <LongTextField name="reason" label={t('reconciliation.reason')} maxLength={500} />
    </>
  )
}
