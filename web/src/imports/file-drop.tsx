import { Button, Group, Input, Text, VisuallyHidden } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './file-drop.module.css'

interface FileDropProps {
  file: File | null
  /** The endings and types that the browser offers. */
  accept: string
  error: ReactNode
  onFile: (file: File) => void
  children: ReactNode
}

/** A file that is chosen by a button, or dropped here. */
export function FileDrop({ file, accept, error, onFile, children }: FileDropProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [first] = files ?? []
    if (first) onFile(first)
  }
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(is)
  }
  return (
    <fieldset
      className={styles.drop}
      data-over={isOver}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event)
        take(event.dataTransfer.files)
      }}
    >
      <VisuallyHidden component="legend">{t('imports.file')}</VisuallyHidden>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={t('imports.choose_file')}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file can be chosen again after it was changed.
          event.currentTarget.value = ''
        }}
      />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t('imports.choose_file')}
        </Button>
        <Text size="sm">{file?.name ?? t('imports.drop')}</Text>
      </Group>
      {error && (
        <Input.Error role="alert" mt={6}>
          {error}
        </Input.Error>
      )}
      {children}
    </fieldset>
  )
}
