/** The tooltip of a point or mark. */
export function TipBox({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className="chart-tip-box">
      <b>{title}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}
