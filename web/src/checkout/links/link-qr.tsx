import { Group, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../../identity/mfa/qr-code.tsx'
import { useRead } from '../../platform/api/reading.ts'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import typography from '../../ui/words/typography.module.css'
import { type AnyLink, addressEndpointOf, type LinkEntity } from './link-kind.ts'
import styles from './link-qr.module.css'

/** The QR code of a link, to show, to print, or to put into a poster or a letter. */
export function LinkQr({ entity, link }: { entity: LinkEntity; link: AnyLink }) {
  const { t } = useTranslation()
  const code = useRef<HTMLDivElement>(null)
  const { data } = useRead(addressEndpointOf(entity), { params: { id: link.id } })
  if (!data) return null
  const download = () => {
    const svg = code.current?.querySelector('svg')
    if (!svg) return
    const text = new XMLSerializer().serializeToString(svg)
    saveFile(new Blob([text], { type: 'image/svg+xml' }), `${link.merchant_reference}.svg`)
  }
  return (
    <>
      <div ref={code} className={styles.sheet}>
        <QrCode text={data.url} label={t('links.qr_label')} />
        <Text size="xs" c="dimmed" mt="sm" className={typography.anywhere}>
          {data.url}
        </Text>
      </div>
      <Group gap={8} mt="sm">
        <ActionButton icon={IconDownload} label={t('action.download')} onClick={download} />
        <ActionButton icon={IconPrinter} label={t('action.print')} onClick={() => window.print()} />
      </Group>
    </>
  )
}
