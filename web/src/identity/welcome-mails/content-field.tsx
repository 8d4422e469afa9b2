import {
  mostWelcomeContent,
  type WelcomePlaceholder,
  welcomePlaceholders,
} from '@kontor/contract/identity/welcome-mails/welcome-mail.rules'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../platform/form/fields.tsx'
import { FormPart } from '../../platform/form/form-part.tsx'
import styles from './content-field.module.css'
import { WelcomeText } from './welcome-text.tsx'

interface ContentFieldProps {
  name: 'content' | 'content_en'
  language: 'nl' | 'en-US'
  title: string
  isRequired?: boolean
  /** What an empty text means. */
  none?: string
}

/** The editor of a text, with what can be put into it, and beside it the mail that it makes. */
export function ContentField({ name, language, title, isRequired, none }: ContentFieldProps) {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)
  const { value, set, input } = useField({
    name,
    label: t('welcome_mails.content'),
    description: t('welcome_mails.content_help'),
    ...(isRequired ? { isRequired } : {}),
  })
  const content = typeof value === 'string' ? value : ''

  function insert(placeholder: WelcomePlaceholder) {
    const written = `[${placeholder}]`
    const { selectionStart: from = content.length, selectionEnd: to = content.length } = area.current ?? {}
    set(content.slice(0, from) + written + content.slice(to))
    // The cursor is put behind it once the field has been drawn.
    setTimeout(() => {
      area.current?.focus()
      area.current?.setSelectionRange(from + written.length, from + written.length)
    })
  }

  return (
    <FormPart title={title}>
      <div className={styles.beside}>
        <div>
          <Textarea
            {...input}
            ref={area}
            autosize
            minRows={10}
            maxRows={20}
            maxLength={mostWelcomeContent}
            lang={language}
            value={content}
            onChange={(event) => set(event.currentTarget.value)}
          />
          <Group gap={6} mt="xs" role="group" aria-label={t('welcome_mails.insert_into', { text: title })}>
            {welcomePlaceholders.map((placeholder) => (
              <Button
                key={placeholder}
                size="compact-sm"
                variant="default"
                title={`[${placeholder}]`}
                aria-label={`${t(`welcome_mails.placeholder.${placeholder}`)}: ${title}`}
                disabled={input.readOnly}
                onClick={() => insert(placeholder)}
              >
                {t(`welcome_mails.placeholder.${placeholder}`)}
              </Button>
            ))}
          </Group>
        </div>
        {content.trim() === '' && none ? (
          <Text size="sm">{none}</Text>
        ) : (
          <WelcomeText content={content} language={language} label={t('welcome_mails.example_of', { text: title })} />
        )}
      </div>
    </FormPart>
  )
}
