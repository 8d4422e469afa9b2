import { readEvidenceEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import { evidenceLimits, evidenceTypes } from '@kontor/contract/disputes/chargeback.rules'
import type { Evidence } from '@kontor/contract/disputes/chargeback.schemas'
import { ActionIcon, Anchor, Text } from '@mantine/core'
import { IconFileTypePdf, IconPaperclip, IconPhoto, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../platform/api/api-client.ts'
import { Instant } from '../platform/value/instant.tsx'
import { PersonName } from '../platform/value/person-name.tsx'
import { ChooseFiles } from '../ui/choose-files.tsx'
import typography from '../ui/words/typography.module.css'
import styles from './evidence-files.module.css'
import type { EvidenceState } from './use-evidence.ts'

interface EvidenceFilesProps {
  evidence: EvidenceState
  mayChange: boolean
  /** A problem of all files together, such as that there are none. The refusal of a single file is shown instead of it. */
  problem?: ReactNode
}

/** The files, each with a download. Files can be added and removed until the chargeback is decided. */
export function EvidenceFiles({ evidence, mayChange, problem }: EvidenceFilesProps) {
  const { t } = useTranslation()
  const files = evidence.files ?? []
  const isFull = files.length >= evidenceLimits.files
  return (
    <section className={styles.evidence} aria-label={t('payments.tab.evidence')} aria-busy={evidence.isBusy}>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file) => (
            <FileLine key={file.id} file={file} evidence={evidence} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {mayChange && (
        <div className={styles.add}>
          <ChooseFiles
            multiple
            accept={evidenceTypes.join(',')}
            icon={IconPaperclip}
            isBusy={evidence.isBusy}
            disabled={isFull}
            onChosen={(files) => void evidence.add(files)}
          >
            {t('chargebacks.evidence.add')}
          </ChooseFiles>
          <Text size="xs" c="dimmed">
            {t('chargebacks.evidence.limits', { files: evidenceLimits.files, megabytes: 5 })}
          </Text>
        </div>
      )}
      {(evidence.problem ?? problem) && (
        <Text size="sm" c="red" role="alert">
          {evidence.problem ?? problem}
        </Text>
      )}
    </section>
  )
}

function FileLine({ file, evidence, mayChange }: { file: Evidence; evidence: EvidenceState; mayChange: boolean }) {
  const { t, i18n } = useTranslation()
  const Icon = file.content_type === 'application/pdf' ? IconFileTypePdf : IconPhoto
  return (
    <li>
      <Icon size={20} aria-hidden="true" />
      <div>
        <Anchor
          inherit
          href={addressOf(readEvidenceEndpoint, { params: { id: evidence.id, evidence: file.id } })}
          download
          className={typography.anywhere}
        >
          {file.name}
        </Anchor>
        <div className={styles.facts}>
          <span className={typography.tabular}>{sizeText(file.size, i18n.language)}</span>
          <span>
            <PersonName name={file.created_by} />
          </span>
          <Instant value={file.created_at} />
        </div>
      </div>
      {mayChange && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('chargebacks.evidence.remove', { name: file.name })}
          disabled={evidence.isBusy}
          onClick={() => evidence.remove(file)}
        >
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  )
}

function sizeText(bytes: number, language: string): string {
  const [unit, value] = bytes < 1_000_000 ? (['kilobyte', bytes / 1000] as const) : (['megabyte', bytes / 1e6] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}
