import {
  addBankAccountDocumentEndpoint,
  listBankAccountDocumentsEndpoint,
  readBankAccountDocumentEndpoint,
  removeBankAccountDocumentEndpoint,
} from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { documentLimits, documentTypes } from '@kontor/contract/bank-accounts/bank-account.rules'
import type { BankAccountDocument } from '@kontor/contract/bank-accounts/bank-account.schemas'
import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core'
import { IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../platform/api/api-client.ts'
import { useRead } from '../platform/api/reading.ts'
import { useUpload } from '../platform/api/use-upload.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useMay } from '../platform/viewer.ts'
import { ChooseFiles } from '../ui/choose-files.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import typography from '../ui/words/typography.module.css'
import { AccountActor } from './account-actor.tsx'
import type { BankAccountRow } from './bank-account-row.ts'

/** The documents that prove an account. With the first one it waits for the provider. */
export function AccountDocuments({ row }: { row: BankAccountRow }) {
  const { t } = useTranslation()
  const { data: files, error, refetch } = useRead(listBankAccountDocumentsEndpoint, { params: { id: row.id } })
  const isOpen = row.status !== 'VERIFIED' && row.status !== 'DISABLED'
  const mayChange = useMay(addBankAccountDocumentEndpoint) && isOpen
  if (!files) return <NotYet error={error} refetch={refetch} rows={3} />
  return (
    <Stack gap="md">
      {files.length === 0 && (
        <EmptyState
          icon={<IconPaperclip />}
          title={t('bank_accounts.no_documents')}
          text={t(mayChange ? 'bank_accounts.no_documents_yet' : 'bank_accounts.no_documents_text')}
        />
      )}
      {files.map((file) => (
        <DocumentLine key={file.id} row={row} file={file} mayRemove={mayChange} />
      ))}
      {mayChange && <Upload id={row.id} isFull={files.length >= documentLimits.files} />}
    </Stack>
  )
}

interface LineProps {
  row: BankAccountRow
  file: BankAccountDocument
  mayRemove: boolean
}

function DocumentLine({ row, file, mayRemove }: LineProps) {
  const { t } = useTranslation()
  const mayRead = useMay(readBankAccountDocumentEndpoint)
  const [isAsking, setAsking] = useState(false)
  const params = { id: row.id, document: file.id }
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        {mayRead ? (
          <Anchor
            inherit
            href={addressOf(readBankAccountDocumentEndpoint, { params })}
            download
            className={typography.anywhere}
          >
            {file.name}
          </Anchor>
        ) : (
          file.name
        )}
        <Text size="xs" c="dimmed">
          <AccountActor name={file.created_by} /> · <Instant value={file.created_at} />
        </Text>
      </div>
      {mayRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('action.delete_title', { name: file.name })}
          onClick={() => setAsking(true)}
        >
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      <ConfirmCommand
        endpoint={removeBankAccountDocumentEndpoint}
        params={params}
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('action.delete_title', { name: file.name })}
        text={t('bank_accounts.remove_text')}
        verb={t('action.delete')}
        isDangerous
        done={t('bank_accounts.removed')}
      />
    </Group>
  )
}

function Upload({ id, isFull }: { id: string; isFull: boolean }) {
  const { t } = useTranslation()
  const upload = useUpload(addBankAccountDocumentEndpoint, {
    tooLarge: (name) => t('chargebacks.evidence.too_large', { name }),
    refused: (name, reason) => t('chargebacks.evidence.refused', { name, reason }),
  })
  return (
    <div>
      <Group gap="sm">
        <ChooseFiles
          multiple
          accept={documentTypes.join(',')}
          icon={IconPaperclip}
          isBusy={upload.isBusy}
          disabled={isFull}
          onChosen={(files) => void upload.send(files, { params: { id } })}
        >
          {t('bank_accounts.add_document')}
        </ChooseFiles>
        <Text size="xs" c="dimmed">
          {t('chargebacks.evidence.limits', { files: documentLimits.files, megabytes: 5 })}
        </Text>
      </Group>
      {upload.problem && (
        <Text size="sm" c="red" role="alert">
          {upload.problem}
        </Text>
      )}
    </div>
  )
}
