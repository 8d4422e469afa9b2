import { mostCss } from '@kontor/contract/checkout/checkout-design.rules'
import type { CssProblem } from '@kontor/contract/checkout/checkout-design.schemas'
import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from '../../platform/form/fields.tsx'
import styles from './css-field.module.css'

/** The design's own CSS rules, and the parts of them that the page cannot accept. */
export function CssField({ problems, disabled }: { problems: readonly CssProblem[]; disabled: boolean }) {
  const { t } = useTranslation()
  const { value, set, input } = useField({ name: 'css', description: t('designs.css_help'), disabled })
  return (
    <>
      <Textarea
        {...input}
        rows={disabled ? 4 : 14}
        maxLength={mostCss}
        spellCheck={false}
        classNames={{ input: styles.input }}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {problems.length > 0 && (
        <ul className={styles.problems} role="status" aria-label={t('designs.css_problems')}>
          {problems.map(({ line, reason, part }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same part may be wrong twice in a line
            <li key={index}>
              {t('designs.css_line', { line })}: <code>{part}</code> – {t(`designs.css_problem.${reason}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
