export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The name that a server gives a file: as people wrote it, which may have any letters, where it is there. */
export function fileNameOf(response: Response): string | undefined {
  const given = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(given)?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {
    // The plain name is left.
  }
  return /filename="([^"]+)"/.exec(given)?.[1]
}
