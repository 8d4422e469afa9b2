import { createTerminalEndpoint } from '@kontor/contract/terminals/terminal.endpoints'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'

const CreateTerminal = lazy(() => import('./terminal.form.tsx').then((module) => ({ default: module.CreateTerminal })))

export function AddTerminal() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(useHasDraft(draftName(createTerminalEndpoint)))
  return (
    <IfMay do={createTerminalEndpoint}>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('terminals.add')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <CreateTerminal onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </IfMay>
  )
}
