import { organisationTreeEndpoint } from '@kontor/contract/organisations/organisation.endpoints'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import type { OrganisationNode } from '@kontor/contract/organisations/organisation.schemas'
import { processor } from '@kontor/contract/processors/processor.entity'
import { createSharesEndpoint, declineShareEndpoint } from '@kontor/contract/shares/share.endpoints'
import type { Share } from '@kontor/contract/shares/share.entity'
import { answerWithin_days, shareAccesses } from '@kontor/contract/shares/share.rules'
import { createSharesSchemas, declineShareSchemas } from '@kontor/contract/shares/share.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useList, useRead } from '../platform/api/reading.ts'
import { IntegerField, LongTextField } from '../platform/form/fields.tsx'
import { RadioField } from '../platform/form/radio-field.tsx'
import { RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { RelatedValuesField } from '../platform/form/related/related-values.tsx'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useLabels } from '../platform/value/labels.ts'
import { useFactsOf } from '../platform/value/use-facts-of.ts'

/** Offers processors to another organisation: each is a request of its own, and all of them are sent by one act. */
export function CreateShare({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const factsOf = useFactsOf(processor)
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={createSharesEndpoint}
      body={createSharesSchemas.body}
      title={t('shares.add')}
      verb={({ values: { processors } }) =>
        Array.isArray(processors) && processors.length > 1
          ? t('shares.add_several', { count: processors.length })
          : t('shares.add')
      }
      size="md"
      opened
      onClose={onClose}
      initial={{
        ...{ processors: [], to_organisation: '', access: 'USE', message: '' },
        expires_in_days: answerWithin_days.usual,
      }}
      onDone={({ length }) =>
        notify({
          color: 'green',
          message: length > 1 ? t('shares.sent_several', { count: length }) : t('shares.sent'),
        })
      }
      goOn={([first, ...others]) => first && others.length === 0 && open(first.id)}
    >
      <Text size="sm">{t('shares.add_text')}</Text>
      <RelatedValuesField
        name="processors"
        target={processor}
        // Processors that others lend are not passed on.
        query={{ shared: 'false' }}
        label={labels.entities(processor)}
        description={t('shares.processors_help')}
        missing={t('shares.processors_required')}
        titleOf={(row) =>
          [row['name'], labels.value('payment_product', undefined, String(row['payment_product'])), factsOf(row)].join(
            ' · ',
          )
        }
      />
      <ReceiverField />
      <RadioField
        name="access"
        choices={shareAccesses}
        textOf={(access) => t(access === 'USE' ? 'shares.access_use' : 'shares.access_edit')}
      />
      <IntegerField
        name="expires_in_days"
        label={t('shares.expires_in_days')}
        description={t('shares.expires_help', { least: answerWithin_days.least, most: answerWithin_days.most })}
        isRequired
      />
      <LongTextField name="message" label={t('shares.message')} maxLength={500} />
    </RecordForm>
  )
}

/** An organisation that lacks a processor: its own organisation and those above it have the use of it anyway. */
function ReceiverField() {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const { processors } = form.values
  const ids = Array.isArray(processors) ? processors.map(String) : []
  const { data: chosen = [] } = useList<typeof processor>(
    processor,
    { id: ids, _limit: String(ids.length) },
    { enabled: ids.length > 0 },
  )
  const { data: tree } = useRead(organisationTreeEndpoint)
  const nodes = tree?.nodes ?? []
  const users =
    ids.length === 0
      ? new Set<string>()
      : withThoseAbove(
          nodes,
          chosen.map((row) => row.organisation),
        )
  const isNoneLeft = tree?.is_complete === true && nodes.every(({ id }) => users.has(id))
  return (
    <RelatedField
      name="to_organisation"
      target={organisation}
      label={t('shares.to')}
      isLeftOut={({ id }) => users.has(id)}
      {...(isNoneLeft && { description: t('shares.none_left') })}
      missing={t('form.organisation_required')}
    />
  )
}

function withThoseAbove(nodes: readonly OrganisationNode[], some: readonly string[]): Set<string> {
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]))
  const all = new Set<string>()
  for (const id of some)
    for (let at: string | null | undefined = id; at && !all.has(at); at = parents.get(at)) all.add(at)
  return all
}

interface DeclineProps {
  row: Share
  opened: boolean
  onClose: () => void
}

export function DeclineShare({ row, opened, onClose }: DeclineProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={declineShareEndpoint}
      body={declineShareSchemas.body}
      params={{ id: row.id }}
      title={t('shares.decline_title', { name: row.processor_name })}
      verb={t('shares.decline')}
      isDangerous
      opened={opened}
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('shares.declined') })}
    >
      <Text size="sm">{t('shares.decline_text')}</Text>
      <LongTextField name="reason" label={t('shares.reason')} maxLength={500} />
    </RecordForm>
  )
}
