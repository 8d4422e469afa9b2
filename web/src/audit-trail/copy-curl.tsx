import type { AuditTrailContent } from '@kontor/contract/audit-trail/audit-trail.schemas'
import { CopyButton } from '@mantine/core'
import { IconCheck, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { curlOf } from './curl.ts'
import type { CallRow } from './rows.ts'

/** Copies a request as a command line. The key is a variable of the reader's own shell. */
export function CopyCurl({ row, content }: { row: CallRow; content: AuditTrailContent | undefined }) {
  const { t } = useTranslation()
  if (row.type !== 'request' || !row.url.startsWith('/v1/') || content?.state !== 'kept') return null
  return (
    <CopyButton value={curlOf(window.location.origin, row, content.request)}>
      {({ copied, copy }) => (
        <ActionButton
          icon={copied ? IconCheck : IconTerminal2}
          label={t(copied ? 'action.copied' : 'audit_trail.copy_curl')}
          onClick={copy}
        />
      )}
    </CopyButton>
  )
}
