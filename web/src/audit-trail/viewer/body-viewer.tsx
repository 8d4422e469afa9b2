import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, CopyButton, SegmentedControl, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { RawText } from '../../ui/words/raw-text.tsx'
import { type BodyForm, bodyForms, indentedXml, pairsOf, parsedJson, usualForm } from './body-form.ts'
import styles from './body-viewer.module.css'
import { JsonViewer } from './json-viewer.tsx'

interface BodyViewerProps {
  url: string
  headers: readonly (readonly [string, string])[]
  body: string
}

/** A body as JSON, XML, a form or as it is. What does not have the chosen form is shown as it is, with a note. */
export function BodyViewer({ url, headers, body }: BodyViewerProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState<BodyForm>(() => usualForm(url, headers, body))
  return (
    <section aria-label={t('audit_trail.body')}>
      <div className={styles.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('audit_trail.show_as')}
          value={form}
          onChange={(value) => setForm(bodyForms.find((each) => each === value) ?? 'raw')}
          data={bodyForms.map((value) => ({ value, label: t(`audit_trail.form.${value}`) }))}
        />
        <CopyButton value={body}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={
                copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />
              }
              onClick={copy}
            >
              {t(copied ? 'action.copied' : 'audit_trail.copy_body')}
            </Button>
          )}
        </CopyButton>
      </div>
      <Body form={form} body={body} />
    </section>
  )
}

function Body({ form, body }: { form: BodyForm; body: string }) {
  const json = form === 'json' ? parsedJson(body) : undefined
  if (json) return <JsonViewer value={json.value} />
  const xml = form === 'xml' ? indentedXml(body) : undefined
  if (xml !== undefined) return <Raw text={xml} />
  const pairs = form === 'form' ? pairsOf(body) : undefined
  if (pairs) return <Form pairs={pairs} />
  return <Raw text={body} isOther={form !== 'raw'} />
}

function Raw({ text, isOther = false }: { text: string; isOther?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {isOther && (
        <Text size="xs" c="dimmed" mb={4}>
          {t('audit_trail.not_this_form')}
        </Text>
      )}
      <RawText text={text} />
    </>
  )
}

function Form({ pairs }: { pairs: readonly [string, string][] }) {
  const { t } = useTranslation()
  return (
    <SmallTable label={t('audit_trail.form.form')}>
      <thead>
        <tr>
          <WordsHead>{t('audit_trail.name')}</WordsHead>
          <WordsHead>{t('audit_trail.value')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {pairs.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a form may have a name several times, and never changes
          <tr key={at}>
            <WordsCell>{name}</WordsCell>
            <WordsCell>{value}</WordsCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
