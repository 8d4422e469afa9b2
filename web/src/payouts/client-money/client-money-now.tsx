import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  approveFeeSweepEndpoint,
  cancelFeeSweepEndpoint,
  createFeeSweepEndpoint,
  getClientMoneyEndpoint,
} from '@kontor/contract/payouts/client-money/client-money.endpoints'
import { coverOf, isOpenSweep } from '@kontor/contract/payouts/client-money/client-money.rules'
import type { FeeSweep, ClientMoneyNow as Money } from '@kontor/contract/payouts/client-money/client-money.schemas'
import { exactly } from '@kontor/contract/sums'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { Day } from '../../platform/value/instant.tsx'
import { useGateways } from '../../platform/value/use-gateways.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { Section } from '../../ui/section.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'

const SweepFees = lazy(() => import('./fee-sweep.form.tsx').then((module) => ({ default: module.SweepFees })))

type Seen = ReplyOf<typeof getClientMoneyEndpoint>

/** Where client money is now and whose it is, by currency, and what is being swept. */
export function ClientMoneyNow() {
  const { data, error, refetch } = useRead(getClientMoneyEndpoint)
  if (!data) return <NotYet error={error} refetch={refetch} height={92} />
  return (
    <Stack gap="md">
      {data.currencies.map((money) => (
        <OneCurrency key={money.currency_code} seen={data} money={money} />
      ))}
      {data.sweeps.length > 0 && <Sweeps sweeps={data.sweeps} />}
    </Stack>
  )
}

function OneCurrency({ seen, money: of }: { seen: Seen; money: Money }) {
  const { t } = useTranslation()
  const money = useMoney()
  const [isSweeping, setSweeping] = useState(false)
  const { currency_code: currency } = of
  const gateways = useGateways()
  const gatewayText = (name: string | null) => gateways?.find((each) => each.name === name)?.label ?? name
  const said = (name: 'bank' | 'receivable' | 'payable' | 'reserve' | 'in_transit' | 'surplus' | 'sweepable') =>
    money(exactly(of, name) ?? 0, currency)
  const surplus = String(exactly(of, 'surplus') ?? 0)
  const cover = coverOf(Number(surplus))
  const covered = t(`client_money.${cover}`, { amount: money(surplus.replace('-', ''), currency) })
  const own = seen.own_accounts.filter(({ currency_code }) => currency_code === currency)
  return (
    <Section
      title={t('client_money.in', { currency })}
      text={cover === 'short' ? '' : covered}
      action={
        of.sweepable !== 0 &&
        own.length > 0 && (
          <IfMay do={createFeeSweepEndpoint}>
            <Button size="xs" variant="default" onClick={() => setSweeping(true)}>
              {t('client_money.sweep')}
            </Button>
          </IfMay>
        )
      }
    >
      {cover === 'short' && (
        <Alert color="red" role="alert" mb="xs">
          {covered}
        </Alert>
      )}
      <FieldList
        fields={[
          [t('client_money.bank'), said('bank')],
          [t('client_money.receivable'), said('receivable')],
          [t('client_money.payable'), said('payable')],
          [t('client_money.reserve'), said('reserve')],
          [t('client_money.in_transit'), said('in_transit')],
          [t('client_money.sweepable'), said('sweepable')],
          ...of.accounts.map(
            (account) => [account.name, <Account key={account.id} of={account} currency={currency} />] as const,
          ),
          ...of.processors.map(
            (each) =>
              [
                t('client_money.at_processor', {
                  gateway: gatewayText(each.gateway) ?? t('client_money.unknown_processor'),
                }),
                money(exactly(each, 'amount') ?? 0, currency),
              ] as const,
          ),
        ]}
      />
      <Suspense fallback={null}>
        {isSweeping && (
          <SweepFees
            currency={currency}
            most={Number(exactly(of, 'sweepable') ?? 0)}
            accounts={of.accounts}
            own={own}
            onClose={() => setSweeping(false)}
          />
        )}
      </Suspense>
    </Section>
  )
}

/** What books and bank have on an account, and by how much they differ. */
function Account({ of, currency }: { of: Money['accounts'][number]; currency: string }) {
  const { t } = useTranslation()
  const money = useMoney()
  const [ledger, statement] = [exactly(of, 'ledger') ?? 0, exactly(of, 'statement')]
  const said = { ledger: money(ledger, currency), statement: statement === null ? '' : money(statement, currency) }
  return (
    <>
      {statement === null
        ? t('client_money.no_statement', said)
        : t('client_money.against', {
            ...said,
            difference: money(String(BigInt(statement) - BigInt(ledger)), currency),
          })}
      {of.unmatched > 0 && (
        <>
          {' · '}
          <AnchorLink to="/psp/reports/bank-entries" search={{ state: 'UNMATCHED', psp_bank_account: of.id }}>
            {t('statements.unmatched', { count: of.unmatched })}
          </AnchorLink>
        </>
      )}
    </>
  )
}

function Sweeps({ sweeps }: { sweeps: readonly FeeSweep[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('client_money.sweeps')} text={t('client_money.sweeps_text')}>
      <Stack gap="xs">
        {sweeps.map((sweep) => (
          <OneSweep key={sweep.id} sweep={sweep} />
        ))}
      </Stack>
    </Section>
  )
}

function OneSweep({ sweep }: { sweep: FeeSweep }) {
  const { t } = useTranslation()
  const money = useMoney()
  const [open, setOpen] = useState<'approve' | 'cancel' | undefined>()
  const close = () => setOpen(undefined)
  const amount = money(exactly(sweep, 'amount') ?? 0, sweep.currency_code)
  const said = { amount, reference: sweep.reference, to: `${sweep.to_name} ${sweep.to_iban}` }
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm">
          {amount} · {sweep.reference} <StatusTag status={sweep.status} />
        </Text>
        <Text size="xs" c="dimmed">
          {sweep.from_name} → {said.to} · {sweep.created_by}
          {sweep.approved_by && ` · ${t('client_money.approved_by', { name: sweep.approved_by })}`}
          {sweep.booked_on && (
            <>
              {' · '}
              <Day value={sweep.booked_on} />
            </>
          )}
        </Text>
      </div>
      {isOpenSweep(sweep.status) && (
        <Group gap="xs">
          {sweep.status === 'CREATED' && !sweep.created_by_me && (
            <IfMay do={approveFeeSweepEndpoint}>
              <Button size="xs" onClick={() => setOpen('approve')}>
                {t('payouts.approve')}
              </Button>
            </IfMay>
          )}
          <IfMay do={cancelFeeSweepEndpoint}>
            <Button size="xs" variant="default" onClick={() => setOpen('cancel')}>
              {t('client_money.cancel')}
            </Button>
          </IfMay>
        </Group>
      )}
      <ConfirmCommand
        endpoint={approveFeeSweepEndpoint}
        params={{ id: sweep.id }}
        opened={open === 'approve'}
        onClose={close}
        title={t('client_money.approve_title')}
        text={t('client_money.approve_text', said)}
        verb={t('payouts.approve')}
        done={t('client_money.approved', said)}
      />
      <ConfirmCommand
        endpoint={cancelFeeSweepEndpoint}
        params={{ id: sweep.id }}
        opened={open === 'cancel'}
        onClose={close}
        title={t('client_money.cancel_title')}
        text={t('client_money.cancel_text')}
        verb={t('client_money.cancel_verb')}
        isDangerous
        done={t('client_money.cancelled')}
      />
    </Group>
  )
}
