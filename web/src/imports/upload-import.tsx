import { createImportEndpoint, importTemplateEndpoint } from '@kontor/contract/imports/import.endpoints'
import { type ImportType, importPlaces, importTypes } from '@kontor/contract/imports/import.rules'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../platform/api/api-client.ts'
import { useUpload } from '../platform/api/use-upload.ts'
import { RelatedSelect } from '../platform/form/related/related-select.tsx'
import { draftName, useOwnDraft } from '../platform/form/use-draft.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { useLabels } from '../platform/value/labels.ts'
import { mayDo, useViewer } from '../platform/viewer.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { useKnownText } from '../ui/known-text.ts'
import { inSentence } from '../ui/words/in-sentence.ts'
import { FileDrop } from './file-drop.tsx'
import { typeRoles } from './type-roles.ts'

interface UploadImportProps {
  opened: boolean
  onClose: () => void
  /** The type that is chosen at first. */
  choice?: string | undefined
}

interface Chosen {
  type: string
  place?: string
}

/** What was chosen when the page was loaded anew. The file has to be chosen again: pages cannot keep one. */
const leftOf = (left: Partial<Chosen> | undefined, choice: string | undefined) =>
  choice === undefined || left?.type === choice ? left : undefined

const accepted = '.csv,.txt,text/csv,.xlsx'

/** The first step of an import: what the rows are, whose they are, and the file. The next ones are in its panel. Types whose place the person may not choose are not offered. */
export function UploadImport({ opened, onClose, choice }: UploadImportProps) {
  const { t } = useTranslation(['main', 'fields'])
  const labels = useLabels()
  const { open } = useListAddress()
  const { roles } = useViewer()
  const offered = importTypes.filter((each) => mayDo(typeRoles[each], roles))
  const typeNamed = (name: string | undefined): ImportType =>
    offered.find((each) => each === name) ?? offered[0] ?? 'customer'
  const draft = useOwnDraft<Chosen>(draftName(createImportEndpoint))
  const [left] = useState(() => leftOf(draft.read(), choice))
  const [type, setType] = useState(() => typeNamed(left?.type ?? choice))
  const [place, setPlace] = useState(left?.type === type ? left.place : undefined)
  const keep = (chosen: Chosen) => {
    setType(typeNamed(chosen.type))
    setPlace(chosen.place)
    draft.write(chosen)
  }
  const [file, setFile] = useState<File | null>(null)
  const knownText = useKnownText()
  const { send, isBusy, problem } = useUpload(createImportEndpoint, {
    tooLarge: (name) => t('imports.too_large', { name }),
    refused: (_name, reason, { code, details }) =>
      code === 'import_unreadable' ? knownText('fields:problem', String(details['problem']), reason) : reason,
  })
  const [isSent, setSent] = useState(false)
  const of = importPlaces[type]

  const close = () => {
    setSent(false)
    draft.clear()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    if ((of !== 'provider' && place === undefined) || file === null) return
    const query = {
      type,
      ...(of === 'organisation' ? { into: place } : {}),
      ...(of === 'payment_profile' ? { payment_profile: place } : {}),
    }
    const [made] = await send([file], { query })
    if (made === undefined) return
    setFile(null)
    close()
    open(made.id)
  }

  return (
    <Dialog opened={opened} onClose={close} title={t('imports.step.file')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <NativeSelect
            label={t('fields:type')}
            description={
              of === 'provider'
                ? t(type === 'status_update' ? 'imports.place.status_update' : 'imports.place.merchant')
                : undefined
            }
            data={offered.map((value) => ({ value, label: labels.value('type', undefined, value) }))}
            value={type}
            onChange={(event) => {
              const { value } = event.currentTarget
              keep({ type: value })
            }}
          />
          {of !== 'provider' && (
            <RelatedSelect
              key={type}
              target={of === 'organisation' ? organisation : paymentProfile}
              label={t(`fields:${of}`)}
              description={t(`imports.place.${type}`)}
              withAsterisk
              value={place ?? ''}
              onChange={(id) => keep(id ? { type, place: id } : { type })}
              error={isSent && place === undefined && t('form.row_required', { name: inSentence(t(`fields:${of}`)) })}
            />
          )}
          <FileDrop
            file={file}
            accept={accepted}
            onFile={setFile}
            error={isSent && file === null && t('imports.file_required')}
          >
            <Text size="xs" c="dimmed" my={6}>
              {t('imports.limits', { megabytes: 25 })}
            </Text>
            <Anchor size="xs" href={addressOf(importTemplateEndpoint, { query: { type } })} download>
              {t('imports.template')}
            </Anchor>
          </FileDrop>
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
    </Dialog>
  )
}
