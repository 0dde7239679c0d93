import { useEffect, useState } from 'react'

/** Light modules around the code, which scanners need. */
const QUIET_MODULES = 4

/** A QR code as SVG. Its library is loaded with the first code. */
export function QrCode({ text }: { text: string }) {
  const [rows, setRows] = useState<boolean[][] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void import('qr').then(({ encodeQR }) => {
      if (isCurrent) setRows(encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES }))
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  if (!rows) return <div className="size-48" />
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label="QR code of the key below"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      className="size-48 rounded-md bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
