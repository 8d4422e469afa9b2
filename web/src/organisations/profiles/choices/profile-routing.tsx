import { profileRoutingsEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { setPaymentProfileProcessorsEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { setPaymentProfileProcessorsSchemas } from '@kontor/contract/organisations/payment-profile.schemas'
import { processor } from '@kontor/contract/processors/processor.entity'
import { Switch, Text } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, useRead } from '../../../platform/api/reading.ts'
import { idOf } from '../../../platform/api/related.ts'
import { type FormValues, useRecordForm } from '../../../platform/form/record-form.tsx'
import { RecordPage } from '../../../platform/form/record-page.tsx'
import { NotYet } from '../../../platform/not-yet.tsx'
import { notify } from '../../../platform/notify.ts'
import { useLabels } from '../../../platform/value/labels.ts'
import { useMay } from '../../../platform/viewer.ts'
import { FieldList } from '../../../ui/field-list.tsx'
import type { ProfileRow } from '../profile-row.ts'
import { toChooseFrom } from './add-choice.tsx'
import { ProductRouting } from './product-routing.tsx'
import { productChoices, type Routes } from './routing-choices.ts'

/** The routings that choose the processors of a payment profile, product by product (001 section 2.9). */
export function ProfileRouting({ row }: { row: ProfileRow }) {
  const mayChange = useMay(setPaymentProfileProcessorsEndpoint)
  const { data, error, refetch } = useRead(profileRoutingsEndpoint, { query: { merchant: row.merchant } })
  const [opened, setOpened] = useState(0)
  // The row is older than the answer until it has been read again.
  const [answer, setAnswer] = useState<{ to: ProfileRow; kept: Kept }>()
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  if (!mayChange) return <ReadRouting row={row} offered={data} />
  const { routing, failover } = row
  const kept = answer?.to === row ? answer.kept : { routing, failover, processors: row.processors.map(idOf) }
  const begin = (next?: Kept) => {
    setAnswer(next && { to: row, kept: next })
    setOpened((count) => count + 1)
  }
  return <RoutingForm key={opened} row={row} kept={kept} offered={data} onClose={() => begin()} onKept={begin} />
}

/** What is kept of the profile: its routings, the ids of its processors in their order, and whether a second one is asked. */
interface Kept {
  routing: Routes
  failover: boolean
  processors: readonly string[]
}

type Offered = Parameters<typeof productChoices>[2]

interface PartProps {
  row: ProfileRow
  offered: Offered
}

function ReadRouting({ row, offered }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const entries = Object.entries(row.routing)
  const names = new Map(offered.flatMap(({ routings }) => routings.map(({ id, name }) => [id, name])))
  const chosen = entries.map(([product, id]): [string, string] => [
    labels.value('payment_product', undefined, product),
    names.get(id) ?? `…${id.slice(-8)}`,
  ])
  const isOn = labels.value('failover', paymentProfile.fields.failover, String(row.failover))
  return (
    <>
      {entries.length === 0 && (
        <Text size="sm" mb="sm">
          {t('profiles.routing_off')}
        </Text>
      )}
      <FieldList fields={[...chosen, [t('profiles.failover'), isOn]]} />
    </>
  )
}

interface RoutingFormProps extends PartProps {
  kept: Kept
  onClose: () => void
  onKept: (kept: Kept) => void
}

function RoutingForm({ row, kept, offered, onClose, onKept }: RoutingFormProps) {
  const { t } = useTranslation()
  // The row may be read again while the form is open.
  const [{ routing, processors: seen, failover }] = useState(kept)
  const isFine = (values: FormValues) =>
    choicesIn(values, row, seen, offered).every(({ missing, unroutable }) => missing.length + unroutable.length === 0)
  return (
    <RecordPage
      endpoint={setPaymentProfileProcessorsEndpoint}
      body={setPaymentProfileProcessorsSchemas.body}
      params={{ id: row.id }}
      like="routing"
      verb={t('action.save')}
      initial={{ is_on: Object.keys(routing).length > 0, routing, added: [], failover }}
      bodyOf={(values) => {
        const { added, failover: wanted } = valuesIn(values)
        const all = { processors: [...seen, ...added], seen: [...seen], routing: routesIn(values) }
        // What nobody changed here is not sent: a colleague may have changed it meanwhile.
        return { ...all, ...(wanted !== failover && { failover: wanted }) }
      }}
      problems={({ values }) => ({ routing: isFine(values) ? null : t('profiles.routing_wrong') })}
      onClose={onClose}
      onDone={({ name }) => notify({ color: 'green', message: t('profiles.routing_saved', { name: String(name) }) })}
      goOn={onKept}
    >
      <RoutingChoices row={row} seen={seen} offered={offered} />
    </RecordPage>
  )
}

interface Values {
  is_on: boolean
  routing: Routes
  /** Processors that the profile gets with the routings. */
  added: readonly string[]
  /** A second processor is asked when the first one certainly did not take a payment. */
  failover: boolean
}

// The form keeps values of unknown type; this one alone writes these.
const valuesIn = (values: FormValues): Values => values as unknown as Values

/** Switched off, it is an empty map. */
const routesIn = (values: FormValues): Routes => {
  const { is_on, routing } = valuesIn(values)
  return is_on ? routing : {}
}

function choicesIn(values: FormValues, row: ProfileRow, seen: readonly string[], offered: Offered) {
  const owned = row.processors.filter((each) => typeof each !== 'string')
  return productChoices(owned, [...seen, ...valuesIn(values).added], offered, routesIn(values))
}

function RoutingChoices({ row, seen, offered }: PartProps & { seen: readonly string[] }) {
  const { t } = useTranslation()
  const { form, isFixed, errorOf } = useRecordForm()
  const mayList = useMay(processor.roles.list)
  const { data: all = [] } = useList(processor, toChooseFrom(row), { enabled: mayList })
  const { is_on, routing, added, failover } = valuesIn(form.values)
  const choices = choicesIn(form.values, row, seen, offered)
  const nameOf = (id: string) => all.find((each) => each.id === id)?.name ?? `…${id.slice(-8)}`
  const choose = (product: string, id: string) => {
    const { [product]: _, ...others } = routing
    form.setFieldValue('routing', id === '' ? others : { ...others, [product]: id })
  }
  return (
    <>
      <Switch
        label={t('profiles.routing_toggle')}
        checked={is_on}
        disabled={isFixed}
        mb="md"
        onChange={({ currentTarget }) => form.setFieldValue('is_on', currentTarget.checked)}
      />
      {!is_on ? (
        <Text size="sm" mb="md">
          {t('profiles.routing_off')}
        </Text>
      ) : choices.length === 0 ? (
        <Text size="sm" mb="md">
          {t('profiles.no_processors')}
        </Text>
      ) : (
        choices.map((choice) => (
          <ProductRouting
            key={choice.product}
            choice={choice}
            nameOf={nameOf}
            isFixed={isFixed}
            refused={errorOf(`routing.${choice.product}`)}
            onChoose={(id) => choose(choice.product, id)}
            onAdd={(ids) => form.setFieldValue('added', [...added, ...ids])}
          />
        ))
      )}
      <Switch
        label={t('profiles.failover')}
        description={t('profiles.failover_help')}
        checked={failover}
        disabled={isFixed}
        mb="md"
        onChange={({ currentTarget }) => form.setFieldValue('failover', currentTarget.checked)}
      />
      {errorOf('routing') && (
        <Text size="sm" c="red" role="alert" mb="sm">
          {errorOf('routing')}
        </Text>
      )}
    </>
  )
}
