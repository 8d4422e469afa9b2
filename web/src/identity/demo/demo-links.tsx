import type { Demo } from '@kontor/contract/identity/demo.schemas'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDemo } from './demo.ts'
import card from './demo-card.module.css'

/** The other places of a demo, each in a tab of its own: its mails, its processor, the description of the API. */
export function DemoLinks() {
  const demo = useDemo()
  return demo ? <LinksOf demo={demo} /> : null
}

export function LinksOf({ demo }: { demo: Demo }) {
  const { t } = useTranslation()
  const links = [
    { href: demo.mails, text: t('demo.mails') },
    { href: demo.sandbox, text: t('demo.sandbox') },
    { href: '/docs', text: t('demo.documentation') },
  ]
  return (
    <nav aria-label={t('demo.places')} className={card.links}>
      <span>{t('demo.is_one')}</span>
      {links.map(
        ({ href, text }) =>
          href && (
            <Anchor key={href} href={href} target="_blank" rel="noopener" size="sm">
              {text}
            </Anchor>
          ),
      )}
    </nav>
  )
}
