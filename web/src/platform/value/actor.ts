import { useTranslation } from 'react-i18next'
import { useKnownText } from '../../ui/known-text.ts'

/** Who did something: a person by name, anything else by its kind, an API key by both. */
export function useActorText() {
  const { t } = useTranslation()
  const textOf = useKnownText()
  return (kind: string, name: string | null): string => {
    if (kind === 'user' && name) return name
    if (kind === 'api_key' && name) return t('payments.actor.api_key_named', { name })
    return textOf('payments.actor', kind, name ?? '–')
  }
}
