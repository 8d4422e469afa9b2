import type { ReplyOf } from '@kontor/contract/endpoint'
import { listForeseenRowsEndpoint } from '@kontor/contract/imports/import.endpoints'
import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { PageTurner } from '../platform/list/page-turner.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { NumberCell, NumberHead, SmallTable, WhereNarrow, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import { WordTag } from '../ui/words/word-tag.tsx'
import type { ImportRow } from './import-row.ts'
import { RejectionText } from './rejections.tsx'

type Row = ReplyOf<typeof listForeseenRowsEndpoint>[number]

const pageSize = 50

/** What each row of a checked file of statuses would do, or why it does nothing. */
export function ForeseenRows({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const [skip, setSkip] = useState(0)
  const { data, error, refetch } = useRead(listForeseenRowsEndpoint, {
    params: { id: row.id },
    query: { _limit: String(pageSize), _skip: String(skip) },
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  return (
    <>
      {data.some(({ outcome }) => outcome === 'asked') && (
        <Alert color="yellow" role="note">
          {t('imports.foreseen.together')}
        </Alert>
      )}
      <SmallTable label={t('imports.foreseen.title')} folds>
        <thead>
          <tr>
            <NumberHead>{t('imports.line')}</NumberHead>
            <WordsHead>{t('imports.outcome')}</WordsHead>
            <WordsHead>{t('imports.foreseen.change')}</WordsHead>
            <WordsHead isExtra>{t('imports.foreseen.of')}</WordsHead>
          </tr>
        </thead>
        <tbody>
          {data.map((each) => (
            <tr key={each.line}>
              <NumberCell>{each.line}</NumberCell>
              <WordsCell>
                <Outcome row={each} />
              </WordsCell>
              <WordsCell>
                <Change row={each} />
                <WhereNarrow>
                  <Of row={each} />
                </WhereNarrow>
              </WordsCell>
              <WordsCell isExtra>
                <Of row={each} />
              </WordsCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      <PageTurner {...{ skip, pageSize }} count={row.rows_read} shown={data.length} onSkip={setSkip} />
    </>
  )
}

const colours = { changed: 'green', asked: 'yellow', known: 'gray', rejected: 'red' } as const

function Outcome({ row: { outcome, code, column } }: { row: Row }) {
  const { t } = useTranslation()
  return (
    <>
      <WordTag color={colours[outcome]}>{t(`imports.foreseen.outcome.${outcome}`)}</WordTag>
      {code !== null && (
        <div>
          <RejectionText of={{ code, column }} />
        </div>
      )}
    </>
  )
}

function Change({ row: { from_status, to_status, outcome } }: { row: Row }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const status = (word: string) => labels.value('status', undefined, word)
  if (from_status === null) return '–'
  if (outcome === 'known') return t('status_updates.stays', { value: status(from_status) })
  return t('status_updates.becomes', { before: status(from_status), after: status(to_status) })
}

function Of({ row: { kind, merchant_reference, merchant_name, amount, currency_code } }: { row: Row }) {
  const labels = useLabels()
  const money = useMoney()
  if (kind === null || amount === null || currency_code === null) return '–'
  const what = labels.value('kind', undefined, kind)
  return `${what} ${merchant_reference}, ${money(amount, currency_code)}, ${merchant_name}`
}
