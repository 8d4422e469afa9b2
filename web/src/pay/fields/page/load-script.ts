/** Loads a gateway's own script, which it lets nobody else serve. */
export const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${src} cannot be loaded`))
    document.head.append(script)
  })
