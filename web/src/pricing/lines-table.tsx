import { isMonthBound, type Line } from '@kontor/contract/pricing/price.rules'
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import { WordTag } from '../ui/words/word-tag.tsx'
import { useLineWords } from './line-words.ts'

interface LinesTableProps {
  lines: readonly Line[]
  /** Of the scheme. */
  currency: string | null
  label: string
}

/** The lines of a version with their numbers: what each names, and what it asks. */
export function LinesTable({ lines, currency, label }: LinesTableProps) {
  const { t } = useTranslation()
  const words = useLineWords(currency)
  if (lines.length === 0) return <Text size="sm">{t('pricing.no_lines')}</Text>
  return (
    <SmallTable label={label}>
      <thead>
        <tr>
          <WordsHead>{t('pricing.line')}</WordsHead>
          <WordsHead>{t('pricing.event_label')}</WordsHead>
          <WordsHead>{t('pricing.conditions')}</WordsHead>
          <WordsHead>{t('pricing.price')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a line is its number.
          <tr key={at}>
            <td>{at + 1}</td>
            <td>{t(`pricing.event.${line.event}`)}</td>
            <WordsCell>
              <Conditions line={line} currency={currency} />
              {words.textsOf(line).map((text) => (
                <Text size="xs" c="dimmed" key={text}>
                  {text}
                </Text>
              ))}
            </WordsCell>
            <WordsCell>
              {words.priceText(line)}
              {[words.boundsText(line), ...words.costPartTexts(line)].filter(Boolean).map((text) => (
                <Text size="xs" c="dimmed" key={text}>
                  {text}
                </Text>
              ))}
            </WordsCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

/** What a line names, a chip each. */
export function Conditions({ line, currency }: { line: Line; currency: string | null }) {
  const words = useLineWords(currency)
  const names = words.conditions(line)
  // The event of a bound says all of it.
  if (names.length === 0)
    return isMonthBound(line.event) ? null : (
      <Text size="sm">{words.nameOf({ ...line, text_nl: null, text_en: null })}</Text>
    )
  return (
    <Group gap={4}>
      {names.map((name) => (
        <WordTag key={name} variant="default">
          {name}
        </WordTag>
      ))}
    </Group>
  )
}
