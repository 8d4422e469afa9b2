import { languages } from '@kontor/contract/languages'
import { SegmentedControl } from '@mantine/core'
import styles from './design-preview.module.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../pay/sample.ts'
import { useViewer } from '../../platform/viewer.ts'
import { usePreview } from './use-preview.ts'

/** Widths of the previewed screens, in pixels. */
const widths = { phone: 390, computer: 1080 } as const
type Device = keyof typeof widths
const height = 640
const edges = 2

/** The real payment page, drawn with these values. */
export function DesignPreview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const [device, setDevice] = useState<Device>('phone')
  const { ref, width } = useElementSize<HTMLElement>()
  const frame = useSample(useShown(values))
  const scale = width > 0 ? Math.min(1, (width - edges) / widths[device]) : 1
  return (
    <figure ref={ref} className={styles.preview} aria-label={t('designs.preview')}>
      <figcaption>
        <span>{t('designs.preview')}</span>
        <SegmentedControl
          size="xs"
          value={device}
          onChange={(value) => setDevice(value === 'computer' ? 'computer' : 'phone')}
          data={(['phone', 'computer'] as const).map((each) => ({ value: each, label: t(`designs.${each}`) }))}
        />
      </figcaption>
      <div className={styles.frame} style={{ width: widths[device] * scale, height: height * scale }}>
        <iframe
          ref={frame}
          title={t('designs.preview')}
          src="/pay/preview"
          // The preview is only a picture: nothing in it can be focused or pressed.
          tabIndex={-1}
          style={{ width: widths[device], height, scale: String(scale) }}
        />
      </div>
    </figure>
  )
}

function useShown(values: Readonly<Record<string, unknown>>): Sample | undefined {
  const { t, i18n } = useTranslation()
  const { merchant_name } = useViewer()
  const preview = usePreview(values)
  if (!preview) return undefined
  const { look, stylesheet } = preview
  return {
    stylesheet,
    language: languages.find((each) => each === i18n.language) ?? 'nl',
    shop: merchant_name ?? t('designs.sample_shop'),
    look: { ...look, logo_url: look.logo_url ?? null },
    products: look.payment_product_order,
  }
}

/** Sends the sample to the frame when the frame reports that it listens, and at every change. */
function useSample(sample: Sample | undefined) {
  const frame = useRef<HTMLIFrameElement>(null)
  const told = JSON.stringify(sample)
  useEffect(() => {
    const tell = () => {
      if (told) frame.current?.contentWindow?.postMessage(JSON.parse(told), location.origin)
    }
    const listen = ({ origin, source }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow) tell()
    }
    tell()
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [told])
  return frame
}
