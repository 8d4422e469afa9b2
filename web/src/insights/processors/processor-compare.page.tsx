import { mostCompared } from '@kontor/contract/insights/processor-statistics.rules'
import { processor } from '@kontor/contract/processors/processor.entity'
import { Button, Group } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import typography from '../../ui/words/typography.module.css'
import dashboardPage from '../dashboard-page.module.css'
import { DashboardHead } from '../dashboard-page.tsx'
import { chosenAtOnce } from './compared.ts'
import { type CompareCurrency, Comparison } from './comparison.tsx'
import { ProcessorChoice } from './processor-choice.tsx'

const leastCompared = 2

/** The person ticks two or three processors and compares them; the address holds those that are compared. */
export default function ProcessorComparePage() {
  const { t } = useTranslation()
  const { ids, currency, change } = useCompareAddress()
  const processors = useList(processor, { _limit: '2000', _sort: 'name' })
  const [ticked, setTicked] = useTicked(ids)
  const all = processors.data
  useChosenAtOnce(all, ids, (chosen) => change(chosen, currency, { replace: true }))
  const clear = () => {
    setTicked([])
    if (ids.length > 0) change([], undefined)
  }
  return (
    <div className={dashboardPage.page}>
      <DashboardHead />
      {!all ? (
        <NotYet error={processors.error} refetch={processors.refetch} height={240} />
      ) : all.length === 0 ? (
        <EmptyState
          icon={<IconPlugConnected />}
          title={t('dashboard.no_processors')}
          text={t('dashboard.no_processors_text')}
        />
      ) : (
        <>
          <ProcessorChoice processors={all} ticked={ticked} most={mostCompared} onChange={setTicked} />
          <Group gap="xs">
            <Button
              disabled={ticked.length < leastCompared || ticked.length > mostCompared}
              onClick={() => change(ticked, currency)}
            >
              {t('dashboard.compare')}
            </Button>
            <Button variant="default" disabled={ticked.length === 0 && ids.length === 0} onClick={clear}>
              {t('action.clear')}
            </Button>
            <span className={typography.sub} role="status">
              {t('dashboard.ticked', { ticked: ticked.length, least: leastCompared, most: mostCompared })}
            </span>
          </Group>
          {ids.length > 0 && <Comparison ids={ids} currency={currency} onCurrency={(chosen) => change(ids, chosen)} />}
        </>
      )}
    </div>
  )
}

/** The ticks: those of the address when it changes, and what is pressed since. */
function useTicked(ids: readonly string[]) {
  const [ticked, setTicked] = useState(ids)
  const [seen, setSeen] = useState(ids.join())
  if (ids.join() !== seen) {
    setSeen(ids.join())
    setTicked(ids)
  }
  return [ticked, setTicked] as const
}

function useCompareAddress() {
  const navigate = useNavigate()
  // The cast is safe: parseSearch is the contract's parseQueryString, which gives only texts and lists of texts.
  const search = useSearch({ strict: false }) as {
    ids?: unknown
    'ids[]'?: unknown
    currency_code?: unknown
    in_base_currency?: unknown
  }
  // Of an address that somebody wrote: lists have a key with brackets everywhere else (000 section 2).
  const ids = [search.ids, search['ids[]']]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? each.split(',') : []))
    .filter(Boolean)
  const one = typeof search.currency_code === 'string' ? search.currency_code : undefined
  const currency: CompareCurrency = search.in_base_currency === 'true' ? 'base' : one
  const change = (chosen: readonly string[], code: CompareCurrency, options: { replace?: boolean } = {}) =>
    void navigate({
      to: '.',
      search: {
        ...(chosen.length > 0 ? { ids: chosen.join(',') } : {}),
        ...(code === 'base' ? { in_base_currency: 'true' } : code ? { currency_code: code } : {}),
      },
      resetScroll: false,
      ...options,
    })
  return { ids, currency, change }
}

/** Chooses only on arrival: a choice that the person cleared stays empty. */
function useChosenAtOnce(
  all: readonly { id: string }[] | undefined,
  ids: readonly string[],
  choose: (ids: string[]) => void,
): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !all) return
    isDone.current = true
    const chosen = chosenAtOnce(all, ids)
    if (chosen) choose(chosen)
  })
}
