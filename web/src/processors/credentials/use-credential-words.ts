import { languages } from '@kontor/contract/codes/languages'
import type { GatewayCredentialField } from '@kontor/contract/platform/gateway.schemas'
import type { CredentialProblem } from '@kontor/contract/processors/processor.rules'
import { useTranslation } from 'react-i18next'

/** The words for what a gateway says of a credential, and for where a person finds its values. */
export function useCredentialWords(fields: readonly GatewayCredentialField[]) {
  const { t, i18n } = useTranslation()
  const language = languages.find((each) => each === i18n.language) ?? languages[0]
  return {
    whereOf: ({ where }: GatewayCredentialField): string => where[language],
    problemOf: (problem: CredentialProblem, name: string | null): string => {
      const field = fields.find((each) => each.name === name)
      const words = t(`processors.problem.${problem}`)
      return field ? t('processors.problem_of', { field: field.label, problem: words }) : words
    },
  }
}
