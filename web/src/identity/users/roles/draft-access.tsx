import { type Role, roleNamed } from '@kontor/contract/roles'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormValues } from '../../../platform/form/record-form.tsx'
import { AccessPreview } from './access-preview.tsx'

interface DraftAccessProps {
  of: 'merchant' | 'provider'
  merchant?: string | null
  user?: string
}

/** What the person of the form will see and may do, once somebody asks to look. */
export function DraftAccess({ of, merchant, user }: DraftAccessProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { roles, organisation } = useFormValues()
  if (!isOpen)
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('access.open')}
      </Button>
    )
  const named = (Array.isArray(roles) ? roles : []).map((each) => roleNamed(String(each)))
  return (
    <AccessPreview
      draft={{
        kind: of,
        roles: named.filter((role): role is Role => role !== undefined),
        organisation: typeof organisation === 'string' && organisation ? organisation : null,
        ...(merchant ? { merchant } : {}),
      }}
      {...(user ? { user } : {})}
    />
  )
}
