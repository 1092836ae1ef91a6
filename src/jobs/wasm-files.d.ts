declare module '*.wasm' {
  const path: string
  export default path
}

declare module 'libheif-js/wasm-bundle.js' {
  type Image = {
    get_width(): number
    get_height(): number
    display<Pixels>(pixels: Pixels, done: (pixels: Pixels | null) => void): void
  }
  const libheif: { HeifDecoder: new () => { decode(content: Uint8Array): Image[] } }
  export default libheif
}
