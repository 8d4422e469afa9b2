import { createImportEndpoint, importTemplateEndpoint } from '@kontor/contract/imports/import.endpoints'
import { type ImportType, importTypes } from '@kontor/contract/imports/import.rules'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { Alert, Anchor, Button, FileButton, Group, Input, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../platform/api/api-client.ts'
import { useUpload } from '../platform/api/use-upload.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { inSentence } from '../ui/words/in-sentence.ts'
import { RowChoice } from './row-choice.tsx'

interface UploadImportProps {
  opened: boolean
  onClose: () => void
}

/** The first step of an import: what the rows are, whose they are, and the file. The next ones are in its panel. */
export function UploadImport({ opened, onClose }: UploadImportProps) {
  const { t } = useTranslation(['main', 'fields'])
  const { open } = useListAddress()
  const [type, setType] = useState<ImportType>('customer')
  const [place, setPlace] = useState<string>()
  const [file, setFile] = useState<File | null>(null)
  const { send, isBusy, problem } = useUpload(createImportEndpoint, {
    tooLarge: (name) => t('imports.too_large', { name }),
    refused: (_name, reason) => reason,
  })
  const placeLabel = t(type === 'customer' ? 'fields:organisation' : 'fields:payment_profile')
  const [isSent, setSent] = useState(false)

  const close = () => {
    setSent(false)
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    if (place === undefined || file === null) return
    const query = type === 'customer' ? { type, into: place } : { type, payment_profile: place }
    const [made] = await send([file], { query })
    if (made === undefined) return
    setFile(null)
    close()
    open(made.id)
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('imports.step.file')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <NativeSelect
            label={t('fields:type')}
            data={importTypes.map((value) => ({ value, label: t(`imports.type.${value}`) }))}
            value={type}
            onChange={(event) => {
              const { value } = event.currentTarget
              setType(importTypes.find((each) => each === value) ?? 'customer')
              setPlace(undefined)
            }}
          />
          <RowChoice
            key={type}
            target={type === 'customer' ? organisation : paymentProfile}
            label={placeLabel}
            description={t(`imports.place.${type}`)}
            value={place}
            onChange={setPlace}
            error={isSent && place === undefined && t('form.choice_required', { name: inSentence(placeLabel) })}
          />
          <div>
            <Group gap="xs">
              <FileButton accept=".csv,.txt,text/csv" onChange={setFile}>
                {(button) => (
                  <Button {...button} variant="default" leftSection={<IconUpload size={16} aria-hidden="true" />}>
                    {t('imports.choose_file')}
                  </Button>
                )}
              </FileButton>
              <Text size="sm">{file?.name ?? t('imports.no_file')}</Text>
            </Group>
            {isSent && file === null && (
              <Input.Error role="alert" mt={6}>
                {t('imports.file_required')}
              </Input.Error>
            )}
            <Text size="xs" c="dimmed" my={6}>
              {t('imports.limits', { megabytes: 25 })}
            </Text>
            <Anchor size="xs" href={addressOf(importTemplateEndpoint, { query: { type } })} download>
              {t('imports.template')}
            </Anchor>
          </div>
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('imports.upload')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
