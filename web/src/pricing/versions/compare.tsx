import type { Line } from '@kontor/contract/pricing/price.rules'
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { useLineWords } from '../line-words.ts'
import { Conditions } from '../lines-table.tsx'
import { comparedLines } from './compared-lines.ts'
import type { SchemeVersion } from './scheme-version.ts'
import { useTerms } from './use-terms.ts'

interface CompareProps {
  version: SchemeVersion
  others: readonly SchemeVersion[]
  currency: string | null
}

/** What differs between the shown version and another one, term by term and line by line. */
export function Compare({ version, others, currency }: CompareProps) {
  const { t } = useTranslation()
  const termsOf = useTerms(currency)
  const [chosen, setChosen] = useState<string>()
  const other =
    others.find(({ id }) => id === chosen) ?? others.find(({ number }) => number < version.number) ?? others[0]
  if (!other) return null
  const changed = comparedLines(other.lines, version.lines)
  const [before, after] = [new Map(termsOf(other)), new Map(termsOf(version))]
  const terms = [...after.keys()].filter((name) => before.get(name) !== after.get(name))
  return (
    <PanelSection title={t('pricing.compare')}>
      <NativeSelect
        size="xs"
        label={t('pricing.compare_with')}
        data={others.map(({ id, number }) => ({ value: id, label: t('pricing.version', { number }) }))}
        value={other.id}
        onChange={(event) => setChosen(event.currentTarget.value)}
        mb="xs"
        maw="16rem"
      />
      {changed.length === 0 && terms.length === 0 ? (
        <Text size="sm">{t('pricing.no_difference')}</Text>
      ) : (
        <SmallTable label={t('pricing.compare')}>
          <thead>
            <tr>
              <WordsHead>{t('pricing.event_label')}</WordsHead>
              <WordsHead>{t('pricing.conditions')}</WordsHead>
              <WordsHead>{t('pricing.version', { number: other.number })}</WordsHead>
              <WordsHead>{t('pricing.version', { number: version.number })}</WordsHead>
            </tr>
          </thead>
          <tbody>
            {terms.map((name) => (
              <tr key={name}>
                <td colSpan={2}>{name}</td>
                <WordsCell>{before.get(name)}</WordsCell>
                <WordsCell>{after.get(name)}</WordsCell>
              </tr>
            ))}
            {changed.map(({ key, before, after }) => {
              const line = after ?? before
              return (
                line && (
                  <tr key={key}>
                    <td>{t(`pricing.event.${line.event}`)}</td>
                    <WordsCell>
                      <Conditions line={line} currency={currency} />
                    </WordsCell>
                    <WordsCell>
                      <Price line={before} currency={currency} />
                    </WordsCell>
                    <WordsCell>
                      <Price line={after} currency={currency} />
                    </WordsCell>
                  </tr>
                )
              )
            })}
          </tbody>
        </SmallTable>
      )}
    </PanelSection>
  )
}

function Price({ line, currency }: { line: Line | undefined; currency: string | null }) {
  const { t } = useTranslation()
  const words = useLineWords(currency)
  if (!line) return t('pricing.no_such_line')
  return [words.priceText(line), words.boundsText(line), ...words.costPartTexts(line), ...words.textsOf(line)]
    .filter(Boolean)
    .join(', ')
}
