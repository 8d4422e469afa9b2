import {
  type WelcomePart,
  welcomeExample,
  welcomeParagraphs,
} from '@kontor/contract/identity/welcome-mails/welcome-mail.rules'
import { Text } from '@mantine/core'
import { useViewer } from '../../platform/viewer.ts'
import styles from './welcome-text.module.css'

interface WelcomeTextProps {
  content: string
  language: 'nl' | 'en-US'
  /** What it is, for whoever does not see it. */
  label: string
}

/** A text as its mail shows it, with values for an example. It is drawn as text: nothing in it runs or leads anywhere. */
export function WelcomeText({ content, language, label }: WelcomeTextProps) {
  const { name } = useViewer()
  const { merchant, button } = welcomeExample[language]
  const example = {
    ...{ name, merchant, enter_password_button: button },
    url: `${location.origin}/updatePassword`,
    url_forgot_password: `${location.origin}/forgotPassword`,
  }
  const drawn = (part: WelcomePart, at: number) => {
    if (typeof part === 'string') return part
    const { placeholder } = part
    if (placeholder === 'name' || placeholder === 'merchant') return example[placeholder]
    return (
      <span key={at} className={placeholder === 'enter_password_button' ? styles.button : styles.link}>
        {example[placeholder]}
      </span>
    )
  }
  return (
    <section className={styles.mail} aria-label={label} lang={language}>
      {welcomeParagraphs(content).map((parts, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may be the same
        <Text key={at} size="sm" className={styles.paragraph}>
          {parts.map(drawn)}
        </Text>
      ))}
    </section>
  )
}
