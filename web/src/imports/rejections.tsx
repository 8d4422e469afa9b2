import type { ReplyOf } from '@kontor/contract/endpoint'
import { listRejectionsEndpoint } from '@kontor/contract/imports/import.endpoints'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { PageTurner } from '../platform/list/page-turner.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import type { ImportRow } from './import-row.ts'

type Reply = ReplyOf<typeof listRejectionsEndpoint>
type Rejection = Pick<Reply['rejections'][number], 'code' | 'column'>

const pageSize = 50

/** The rows that cannot be imported: how many for each reason, and each with its line. */
export function Rejections({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const [skip, setSkip] = useState(0)
  const { data, error, refetch } = useRead(listRejectionsEndpoint, {
    params: { id: row.id },
    query: { _limit: String(pageSize), _skip: String(skip) },
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  const count = data.counts.reduce((sum, each) => sum + each.count, 0)
  return (
    <Stack gap="md">
      <ReasonTable counts={data.counts} />
      <SmallTable label={t('imports.rejected')}>
        <thead>
          <tr>
            <NumberHead>{t('imports.line')}</NumberHead>
            <WordsHead>{t('imports.reason')}</WordsHead>
          </tr>
        </thead>
        <tbody>
          {data.rejections.map((each) => (
            <tr key={each.line}>
              <NumberCell>{each.line}</NumberCell>
              <WordsCell>
                <RejectionText of={each} />
              </WordsCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      <PageTurner {...{ skip, pageSize, count }} shown={data.rejections.length} onSkip={setSkip} />
    </Stack>
  )
}

/** How many rows cannot be imported for each reason. */
export function Reasons({ row }: { row: ImportRow }) {
  const { data, error, refetch } = useRead(listRejectionsEndpoint, {
    params: { id: row.id },
    query: { _limit: String(pageSize), _skip: '0' },
  })
  return data ? <ReasonTable counts={data.counts} /> : <NotYet error={error} refetch={refetch} rows={3} />
}

function ReasonTable({ counts }: Pick<Reply, 'counts'>) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <SmallTable label={t('imports.reasons')}>
      <thead>
        <tr>
          <NumberHead>{t('imports.rows')}</NumberHead>
          <WordsHead>{t('imports.reason')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {counts.map((each) => (
          <tr key={`${each.code}/${each.column}`}>
            <NumberCell>{number.format(each.count)}</NumberCell>
            <WordsCell>
              <RejectionText of={each} />
            </WordsCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

/** Why a row was rejected, with the column that is wrong. */
export function RejectionText({ of: { code, column } }: { of: Rejection }) {
  const { t } = useTranslation()
  const reason = t(`imports.rejection.${code}`)
  return column === null ? reason : t('imports.of_column', { column, reason })
}
