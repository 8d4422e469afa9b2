import { useEffect } from 'react'

/** The titles on screen; the innermost, such as that of an open panel, is the last. */
const titles: { title: string }[] = []

/** Names the document after this part of the page while it is on screen: tabs, history and screen readers say it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const own = { title }
    titles.push(own)
    nameDocument()
    return () => {
      titles.splice(titles.indexOf(own), 1)
      nameDocument()
    }
  }, [title])
}

function nameDocument(): void {
  const title = titles.at(-1)?.title
  document.title = title ? `${title} – Kontor` : 'Kontor'
}
