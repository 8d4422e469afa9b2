import { useTranslation } from 'react-i18next'
import { useKnownText } from '../../ui/known-text.ts'

/** The text for an actor: a person by name, an API key by kind and name, any other by kind. */
export function useActorText() {
  const { t } = useTranslation()
  const textOf = useKnownText()
  return (kind: string, name: string | null): string => {
    if (kind === 'user' && name) return name
    if (kind === 'api_key' && name) return t('payments.actor.api_key_named', { name })
    return textOf('payments.actor', kind, name ?? '–')
  }
}
