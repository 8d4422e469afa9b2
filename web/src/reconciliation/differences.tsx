import { movementsOf } from '@kontor/contract/reconciliation/movements.rules'
import {
  approveWriteOffEndpoint,
  listDifferencesEndpoint,
  resolveDifferenceEndpoint,
} from '@kontor/contract/reconciliation/reconciliation.endpoints'
import {
  type DifferenceType,
  differenceAges,
  differenceCan,
  differenceTypes,
} from '@kontor/contract/reconciliation/reconciliation.rules'
import type { Difference } from '@kontor/contract/reconciliation/reconciliation.schemas'
import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../payments/payment-links.tsx'
import { useRead } from '../platform/api/reading.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { PageTurner } from '../platform/list/page-turner.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { Day } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ShortId } from '../ui/short-id.tsx'
import { NumberCell, NumberHead, SmallTable, WhereNarrow, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import { WordTag } from '../ui/words/word-tag.tsx'
import { useWrittenOff } from './use-written-off.ts'

const ResolveDifference = lazy(() =>
  import('./resolve-difference.form.tsx').then((module) => ({ default: module.ResolveDifference })),
)

const pageSize = 25

/** What differs between the files of a processor settlement and the books: what is open, or all of it, newest first. */
export function Differences({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [skip, setSkip] = useState(0)
  const [isAll, setAll] = useState(false)
  const [type, setType] = useState<DifferenceType | ''>('')
  const { age, currency, choose } = useAgeing()
  const { data, error, refetch } = useRead(listDifferencesEndpoint, {
    params: { id },
    query: {
      ...{ _limit: String(pageSize), _skip: String(skip) },
      ...(isAll ? {} : { status: 'OPEN' as const }),
      ...(type === '' ? {} : { type }),
      ...(age && { age }),
      ...(currency && { currency_code: currency }),
    },
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  const isOfAll = type === '' && !age && !currency
  return (
    <>
      <Unexplained account={data.account} />
      <Group gap="md" mb="sm" align="end">
        <NativeSelect
          size="xs"
          label={t('reconciliation.type_head')}
          value={type}
          data={[
            { value: '', label: t('reconciliation.every_type') },
            ...differenceTypes.map((each) => ({ value: each, label: t(`reconciliation.type.${each}`) })),
          ]}
          onChange={(event) => {
            setType(differenceTypes.find((each) => each === event.currentTarget.value) ?? '')
            setSkip(0)
          }}
        />
        <NativeSelect
          size="xs"
          label={labels.field({ name: 'difference' }, 'age')}
          value={age ?? ''}
          data={[
            { value: '', label: t('reconciliation.ageing.every') },
            ...differenceAges.map((each) => ({ value: each, label: labels.value('age', undefined, each) })),
          ]}
          onChange={(event) => {
            choose(event.currentTarget.value)
            setSkip(0)
          }}
        />
        <Checkbox
          size="xs"
          mb={6}
          label={t('reconciliation.show_decided')}
          checked={isAll}
          onChange={(event) => {
            setAll(event.currentTarget.checked)
            setSkip(0)
          }}
        />
      </Group>
      {data.count === 0 ? (
        <EmptyState
          icon={<IconChecks />}
          title={t(isOfAll ? 'reconciliation.all_agrees' : 'reconciliation.none_of_type')}
          {...(isOfAll && { text: t('reconciliation.all_agrees_text') })}
        />
      ) : (
        <Table id={id} differences={data.differences} />
      )}
      <PageTurner {...{ skip, pageSize }} shown={data.differences.length} count={data.count} onSkip={setSkip} />
    </>
  )
}

/** The age and the currency of the address, which the table of ages leads to. Another age is of all currencies. */
function useAgeing() {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const age = differenceAges.find((each) => each === search['age'])
  const currency = typeof search['currency'] === 'string' ? search['currency'] : undefined
  const choose = (next: string) =>
    void navigate({
      to: '.',
      search: { ...search, age: next || undefined, currency: undefined },
      replace: true,
      resetScroll: false,
    })
  return { age, currency, choose }
}

/** What is booked as not explained yet, per currency. */
function Unexplained({ account }: { account: readonly { currency_code: string; balance: string }[] }) {
  const { t } = useTranslation()
  const money = useMoney()
  if (account.length === 0) return null
  return (
    <Text size="sm" mb="sm">
      {t('reconciliation.unexplained', {
        // Account 21 grows by what the processor pays less than we booked.
        amounts: account
          .map(({ currency_code, balance }) => money(String(-BigInt(balance)), currency_code))
          .join(' · '),
      })}
    </Text>
  )
}

function Table({ id, differences }: { id: string; differences: readonly Difference[] }) {
  const { t } = useTranslation()
  return (
    <SmallTable label={t('reconciliation.tab')} folds="early">
      <thead>
        <tr>
          <WordsHead>{t('reconciliation.type_head')}</WordsHead>
          <WordsHead isExtra>{t('reconciliation.of')}</WordsHead>
          <NumberHead isExtra>{t('reconciliation.said')}</NumberHead>
          <NumberHead isExtra>{t('reconciliation.expected')}</NumberHead>
          <NumberHead>{t('reconciliation.difference')}</NumberHead>
          <WordsHead>{t('reconciliation.status_head')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {differences.map((each) => (
          <OneDifference key={each.id} id={id} of={each} />
        ))}
      </tbody>
    </SmallTable>
  )
}

const colors = {
  ...{
    AMOUNT: 'yellow',
    CURRENCY: 'red',
    COST: 'yellow',
    UNKNOWN: 'red',
    MISSING: 'red',
    TWICE: 'red',
    RECEIVED: 'red',
  },
  LATE: 'gray',
} as const

function OneDifference({ id, of }: { id: string; of: Difference }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { said, currency_code, expected, expected_currency_code } = of
  const amounts = {
    said: of.type === 'MISSING' || said === null ? '–' : money(said, currency_code),
    expected: of.type === 'UNKNOWN' || of.type === 'TWICE' ? '–' : money(expected, expected_currency_code),
  }
  return (
    <tr>
      <WordsCell>
        <WordTag color={colors[of.type]}>{t(`reconciliation.type.${of.type}`)}</WordTag>
        <Text size="xs" c="dimmed">
          {t(`reconciliation.says.${of.type}`)}
        </Text>
        <WhereNarrow>
          <Subject of={of} />
          {(['said', 'expected'] as const).map((name) => (
            <div key={name}>
              {t(`reconciliation.${name}`)}: {amounts[name]}
            </div>
          ))}
        </WhereNarrow>
      </WordsCell>
      <WordsCell isExtra>
        <Subject of={of} />
      </WordsCell>
      <NumberCell isExtra>{amounts.said}</NumberCell>
      <NumberCell isExtra>{amounts.expected}</NumberCell>
      <NumberCell>
        <Unpaid of={of} />
      </NumberCell>
      <WordsCell>
        <State id={id} of={of} />
      </WordsCell>
    </tr>
  )
}

/** What the processor pays more than we booked, as the ages add it up: costs have the sign of what is paid as well. */
function Unpaid({ of }: { of: Difference }) {
  const money = useMoney()
  const movements = movementsOf({ ...of, said: of.said ?? 0 })
  if (movements.length === 0) return '–'
  return movements.map(({ currency_code, amount }) => <div key={currency_code}>{money(amount, currency_code)}</div>)
}

/** The payment that it is of, and where it stands. */
function Subject({ of }: { of: Difference }) {
  const { t } = useTranslation()
  const kind = useKind(of)
  const name = of.transaction === null ? of.reference : <ShortId value={of.transaction} />
  return (
    <>
      {kind} {of.transaction === null ? name : <TransactionLink id={of.transaction}>{name}</TransactionLink>}
      <Text size="xs" c="dimmed">
        {of.line === null ? (
          <>
            {t('reconciliation.booked_on')} <Day value={of.booked_on} />
          </>
        ) : // Of the file as a whole.
        of.line < 1 ? (
          t('reconciliation.whole_file', { file: of.file_name })
        ) : (
          t('reconciliation.in_file', { file: of.file_name, line: of.line })
        )}
      </Text>
    </>
  )
}

function useKind({ line_kind }: Difference): string {
  const { t } = useTranslation()
  return line_kind === 'other' ? t('reconciliation.other_kind') : t(`settlements.kind.${line_kind}`)
}

function State({ id, of }: { id: string; of: Difference }) {
  const { t } = useTranslation()
  const wasDeciding = useHasDraft(draftName(resolveDifferenceEndpoint, of.id))
  const [open, setOpen] = useState<'nothing' | 'decide' | 'approve'>(wasDeciding ? 'decide' : 'nothing')
  const close = () => setOpen('nothing')
  const isOver = of.type === 'LATE' || !differenceCan.correct(of)
  const waits = of.proposed_by !== null && !isOver
  const subject = [t(`reconciliation.type.${of.type}`), useKind(of), of.reference ?? of.transaction]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      {of.status !== 'OPEN' && (
        <WordTag color={of.status === 'CLAIMED' ? 'blue' : 'gray'}>{t(`reconciliation.status.${of.status}`)}</WordTag>
      )}
      {waits && <WordTag color="yellow">{t('reconciliation.waits')}</WordTag>}
      {of.reason !== null && (
        <Text size="xs" c="dimmed">
          {[of.reason, of.resolved_by ?? of.proposed_by].filter(Boolean).join(' – ')}
        </Text>
      )}
      {!isOver && (
        <Group gap="xs" mt={of.status === 'OPEN' && of.reason === null ? 0 : 4}>
          {waits && !of.proposed_by_me && (
            <IfMay do={approveWriteOffEndpoint}>
              <Button
                size="compact-xs"
                aria-label={`${t('reconciliation.approve')}: ${subject}`}
                onClick={() => setOpen('approve')}
              >
                {t('reconciliation.approve')}
              </Button>
            </IfMay>
          )}
          <IfMay do={resolveDifferenceEndpoint}>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${t('reconciliation.decide')}: ${subject}`}
              onClick={() => setOpen('decide')}
            >
              {t('reconciliation.decide')}
            </Button>
          </IfMay>
        </Group>
      )}
      <Approval id={id} of={of} opened={open === 'approve'} onClose={close} />
      <Suspense>{open === 'decide' && <ResolveDifference id={id} of={of} onClose={close} />}</Suspense>
    </>
  )
}

function Approval({ id, of, ...dialog }: { id: string; of: Difference; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const writtenOff = useWrittenOff(of)
  return (
    <ConfirmCommand
      {...dialog}
      endpoint={approveWriteOffEndpoint}
      params={{ id, difference: of.id }}
      title={t('reconciliation.approve_title')}
      text={`${writtenOff} ${t('reconciliation.approve_text', { name: of.proposed_by, reason: of.reason })}`.trim()}
      verb={t('reconciliation.approve')}
      done={t('reconciliation.approved')}
    />
  )
}
