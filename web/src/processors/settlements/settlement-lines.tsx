import { listSettlementLinesEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import type { SettlementFile, SettlementLine } from '@kontor/contract/processors/processor-settlement.schemas'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../../payments/payment-links.tsx'
import { useRead } from '../../platform/api/reading.ts'
import { PageTurner } from '../../platform/list/page-turner.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { WordTag } from '../../ui/words/word-tag.tsx'

const pageSize = 25

/** The lines of a file in its order, in pages. What is not understood stands there in the words of the file. */
export function SettlementLines({ id, file }: { id: string; file: SettlementFile }) {
  const { t } = useTranslation()
  const [skip, setSkip] = useState(0)
  const [isUnclear, setUnclear] = useState(false)
  const { data, error, refetch } = useRead(listSettlementLinesEndpoint, {
    params: { id, file: file.id },
    query: { _limit: String(pageSize), _skip: String(skip), ...(isUnclear ? { unclear: 'true' as const } : {}) },
  })
  return (
    <>
      {file.unclear_lines > 0 && (
        <Checkbox
          size="xs"
          mb="xs"
          label={t('settlements.only_unclear')}
          checked={isUnclear}
          onChange={(event) => {
            setUnclear(event.currentTarget.checked)
            setSkip(0)
          }}
        />
      )}
      {data ? <Table file={file} lines={data.lines} /> : <NotYet error={error} refetch={refetch} rows={8} />}
      {data && <PageTurner {...{ skip, pageSize }} shown={data.lines.length} count={data.count} onSkip={setSkip} />}
    </>
  )
}

const fees = ['interchange', 'scheme_fees', 'markup', 'commission'] as const

function Table({ file, lines }: { file: SettlementFile; lines: readonly SettlementLine[] }) {
  const { t } = useTranslation()
  const money = useMoney()
  const amount = (line: SettlementLine, value: number | null) =>
    value === null ? '–' : money(value, line.currency_code)
  return (
    <SmallTable label={t('settlements.lines_of', { name: file.name })}>
      <thead>
        <tr>
          <NumberHead>{t('settlements.line')}</NumberHead>
          <WordsHead>{t('settlements.kind_head')}</WordsHead>
          <WordsHead>{t('settlements.reference')}</WordsHead>
          <WordsHead>{t('settlements.booked')}</WordsHead>
          <NumberHead>{t('settlements.gross')}</NumberHead>
          {fees.map((fee) => (
            <NumberHead key={fee}>{t(`settlements.${fee}`)}</NumberHead>
          ))}
          <NumberHead>{t('settlements.net')}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line}>
            <NumberCell>{line.line}</NumberCell>
            <WordsCell>
              {line.kind === 'other' ? line.type : t(`settlements.kind.${line.kind}`)}{' '}
              {line.problem && <WordTag color="yellow">{t(`settlements.problem.${line.problem}`)}</WordTag>}
              {line.said && <WordTag color={said[line.said]}>{t(`settlements.said.${line.said}`)}</WordTag>}
            </WordsCell>
            <WordsCell>
              {line.transaction === null ? (
                line.reference
              ) : (
                <TransactionLink id={line.transaction}>{line.reference}</TransactionLink>
              )}
            </WordsCell>
            <WordsCell>{line.booked_at && <Instant value={line.booked_at} />}</WordsCell>
            <NumberCell>{amount(line, line.gross)}</NumberCell>
            {fees.map((fee) => (
              <NumberCell key={fee}>{amount(line, line[fee])}</NumberCell>
            ))}
            <NumberCell>{amount(line, line.net)}</NumberCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

const said = { applied: 'green', contradicts: 'red', not_ours: 'gray', not_understood: 'yellow' } as const
