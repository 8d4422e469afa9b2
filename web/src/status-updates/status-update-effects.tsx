import { statusUpdateEffectsEndpoint } from '@kontor/contract/status-updates/status-update.endpoints'
import { updatableStatuses } from '@kontor/contract/status-updates/status-update.rules'
import type { StatusUpdateEffects as Effects } from '@kontor/contract/status-updates/status-update.schemas'
import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useFormValues } from '../platform/form/record-form.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { FieldList } from '../ui/field-list.tsx'

interface StatusUpdateEffectsProps {
  item: string
  /** The status that the person saw. */
  from: string
  /** Undefined: none is chosen yet. */
  to: string | undefined
  tell: boolean
  /** It is carried out by the person who looks at it. */
  isApproval?: boolean
}

/** What the status that is chosen in the form would do. */
export function ChosenEffects(of: Pick<StatusUpdateEffectsProps, 'item' | 'from'>) {
  const { to_status, tell } = useFormValues()
  return <StatusUpdateEffects {...of} to={String(to_status ?? '')} tell={tell === true} />
}

/** What a change of a status would do at this moment, computed by the server. */
export function StatusUpdateEffects({ item, from, to, tell, isApproval = false }: StatusUpdateEffectsProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const from_status = updatableStatuses.find((status) => status === from)
  const to_status = updatableStatuses.find((status) => status === to)
  const { data, error, refetch } = useRead(statusUpdateEffectsEndpoint, {
    params: { id: item },
    // The query is not asked for without a status.
    query: { from_status, to_status: to_status ?? 'FAILED', tell: tell ? 'true' : 'false' },
    enabled: to_status !== undefined,
  })
  if (to_status === undefined) return null
  if (error && !data) return <Alert color="yellow">{textOf(error)}</Alert>
  if (!data) return <NotYet error={error} refetch={refetch} rows={2} />
  return (
    <Shown effects={data}>
      {data.needs_another && !isApproval && (
        <Text size="sm" mt="xs">
          {t('status_updates.needs_another')}
        </Text>
      )}
    </Shown>
  )
}

function Shown({ effects, children }: { effects: Effects; children: ReactNode }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { currency_code, refundable_before, refundable_after, link, cycle, webhooks } = effects
  const change = (before: string, after: string) =>
    before === after ? t('status_updates.stays', { value: after }) : t('status_updates.becomes', { before, after })
  const yes = (is: boolean) => t(is ? 'status_updates.yes' : 'status_updates.no')
  return (
    <section aria-label={t('status_updates.effects')}>
      <FieldList
        fields={[
          [
            t('status_updates.refundable'),
            change(money(refundable_before, currency_code), money(refundable_after, currency_code)),
          ],
          ...(link
            ? [[t('status_updates.link_uses'), change(String(link.uses_before), String(link.uses_after))] as const]
            : []),
          ...(cycle
            ? [
                [
                  t('status_updates.cycle', { cycle: cycle.cycle }),
                  change(yes(cycle.pays_before), yes(cycle.pays_after)),
                ] as const,
              ]
            : []),
          [t('status_updates.webhooks'), String(webhooks)],
        ]}
      />
      {children}
    </section>
  )
}
