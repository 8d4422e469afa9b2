import { Button } from '@mantine/core'
import { IconArrowLeft, IconListDetails, IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const places = {
  batches: { to: '/psp/sap', icon: IconArrowLeft },
  mapping: { to: '/psp/sap/mapping', icon: IconListDetails },
  connection: { to: '/psp/sap/connection', icon: IconPlugConnected },
} as const

/** The ways between the batches, the accounts and the connection. */
export function SapLinks({ to }: { to: readonly (keyof typeof places)[] }) {
  const { t } = useTranslation()
  return to.map((name) => {
    const { to: place, icon: Icon } = places[name]
    return (
      <Button
        key={name}
        variant="default"
        leftSection={<Icon size={16} aria-hidden="true" />}
        renderRoot={(props) => <Link to={place} {...props} />}
      >
        {t(`sap.to.${name}`)}
      </Button>
    )
  })
}
