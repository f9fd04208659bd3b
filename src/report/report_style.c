/* report_style.c -- how the report looks, light and dark, on a phone and on paper; and its script: sorting and
 * hovering. Strings of their own, since C11 cannot embed a file. */
#include "present/svg.h"
#include "report/report.h"

static const char style[] =
    ":root{--ink:#1f2328;--muted:#59636e;--paper:#fff;--card:#fff;--line:#d8dee4;--faint:#eaeef2;--zone:#f3f6f9;"
    "--accent:#0072b2;--held:#00754f;--broke:#b34a00}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--muted:#9aa4ae;--paper:#0d1117;--card:#11161d;--line:#"
    "30363d;"
    "--faint:#21262d;--zone:#161c24;--accent:#4aa3df;--held:#2cc295;--broke:#f0803c}}\n"
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe "
    "UI',Roboto,'Helvetica Neue',Arial,sans-serif}\n"
    "main{max-width:1080px;margin:0 auto;padding:32px 20px 80px}\n"
    "h1{font-size:2rem;line-height:1.2;margin:0}h2{font-size:1.3rem;margin:3rem 0 .6rem;padding-top:1rem;"
    "border-top:1px solid var(--line)}h3{font-size:1rem;margin:0 0 .3rem;overflow-wrap:anywhere}\n"
    "p{max-width:72ch;margin:.4rem 0 1rem;overflow-wrap:anywhere}.kind{color:var(--muted);margin:0;font-size:.9rem}\n"
    ".question{font-size:1.1rem;color:var(--muted)}\n"
    ".facts{display:flex;flex-wrap:wrap;gap:.9rem 2.2rem;margin:1.2rem 0}dt{font-size:.78rem;color:var(--muted)}"
    "dd{margin:0;font-weight:600;overflow-wrap:anywhere}\n"
    "figure{margin:1rem 0;min-width:0;max-width:720px}figcaption{font-size:.85rem;color:var(--muted);"
    "overflow-wrap:anywhere}\n"
    ".many{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,420px),1fr));gap:8px 28px}\n"
    ".many figure{margin:.6rem 0}\n"
    ".wide{overflow-x:auto;border:1px solid var(--line);border-radius:10px;background:var(--card)}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.88rem;width:100%}\n"
    "th,td{padding:5px 10px;text-align:right;white-space:nowrap;border-bottom:1px solid var(--faint)}\n"
    "tbody tr:last-child>*{border-bottom:0}\n"
    "tbody th[scope=row],tbody td:not([class]):not([data-k]){text-align:left}th[scope=row]{font-weight:500}\n"
    "tbody th[scope=row]:first-child,.chance th{position:sticky;left:0;background:var(--card);z-index:1}\n"
    ".chance th,.heads .t{text-align:left}\n"
    "thead th{font-weight:600;vertical-align:bottom}thead small,td small{color:var(--muted);font-weight:400}"
    "td small{opacity:.9;font-size:.86em}\n"
    ".group{color:var(--muted);font-weight:500;font-size:.8rem;text-align:center}\n"
    ".chance>*{color:var(--muted);border-bottom:1px solid var(--line)}\n"
    ".edge{border-left:2px solid var(--muted)}.none{color:var(--muted)}\n"
    ".more,.less{font-weight:700}.more{color:var(--held)}.less{color:var(--broke)}.same{color:var(--muted)}\n"
    ".sort .heads th{cursor:pointer;user-select:none}.sort .heads th:hover{color:var(--accent)}"
    "th:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}\n"
    "th[aria-sort=ascending]::after{content:' \\2191'}th[aria-sort=descending]::after{content:' \\2193'}\n"
    "#claims td{white-space:normal;text-align:left;vertical-align:top;min-width:3rem}"
    "#claims>.wide>table>tbody>tr>td:nth-child(n+2){min-width:9rem}#claims .heads th{text-align:left}\n"
    "#claims td td,#claims td th{white-space:nowrap}\n"
    "@media(max-width:600px){#claims>.wide>table,#claims>.wide>table>*{display:block}#claims>.wide>table>*>tr{"
    "display:grid;grid-template-columns:2.4rem 1fr 7rem}#claims>.wide>table>tbody>tr>td{border:0;min-width:0}"
    "#claims>.wide>table>tbody>tr{border-top:1px solid var(--line)}#claims>.wide>table>tbody>tr>td:nth-child(4){"
    "grid-column:1/-1;overflow-x:auto}#claims>.wide>table>thead th:nth-child(4){display:none}}\n"
    ".verdict{font-weight:700;white-space:nowrap}.held{color:var(--held)}.broke{color:var(--broke)}\n"
    "details{margin:.6rem 0}summary{cursor:pointer;color:var(--accent);padding:4px 0}\n"
    "pre{margin:.4rem 0;padding:12px 14px;overflow-x:auto;background:var(--zone);border-radius:8px;font:13px/1.5 "
    "ui-monospace,Menlo,Consolas,monospace}\n"
    ".failed{padding-left:1.2rem;columns:20rem}.failed li{overflow-wrap:anywhere}\n"
    "svg{display:block;width:100%;height:auto;overflow:visible}\n"
    "#tip{position:fixed;z-index:9;pointer-events:none;max-width:min(320px,92vw);padding:5px 9px;border-radius:6px;"
    "background:var(--ink);color:var(--paper);font-size:13px;line-height:1.35;overflow-wrap:anywhere}\n"
    "@media(max-width:600px){main{padding:20px 14px 60px}h1{font-size:1.6rem}th,td{padding:5px 8px}"
    "tbody "
    "th[scope=row]:first-child{max-width:40vw;font-size:.82rem;line-height:1.3;white-space:normal;overflow-wrap:"
    "anywhere}"
    "}\n"
    "@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--muted:#444;--line:#bbb;--faint:#ddd;--zone:#f2f2f2}"
    "main{max-width:none;padding:0}body{font-size:10pt}.wide{overflow:visible;border:0}table{font-size:7.5pt}"
    "th,td{padding:2px 4px}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}.many{grid-template-columns:1fr 1fr}"
    "tbody th[scope=row]:first-child{position:static}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n";

/* Heads sort on a click or Enter: numbers by data-k, largest first; texts as they are read. */
static const char script[] =
    "const tip=document.getElementById('tip');\n"
    "function say(text,e){tip.hidden=!text;if(!text)return;tip.textContent=text;\n"
    " const b=tip.getBoundingClientRect();\n"
    " tip.style.left=Math.max(4,Math.min(e.clientX+14,innerWidth-b.width-4))+'px';\n"
    " tip.style.top=(e.clientY+18+b.height>innerHeight?e.clientY-b.height-10:e.clientY+18)+'px';}\n"
    "function cell(svg,e){const d=svg.dataset,[x,y,w,h,rows,columns]=d.box.split(' ').map(Number);\n"
    " const p=new DOMPoint(e.clientX,e.clientY).matrixTransform(svg.getScreenCTM().inverse());\n"
    " const c=Math.floor((p.x-x)/w),r=Math.floor((p.y-y)/h);\n"
    " if(c<0||r<0||c>=columns||r>=rows)return '';\n"
    " svg.values=svg.values||d.v.split(' ');\n"
    " return d.rows.split('\\n')[r]+', '+d.columns.split('\\n')[c]+': '+svg.values[r*columns+c];}\n"
    "document.addEventListener('pointermove',e=>{const a=e.target.closest&&e.target.closest('[data-t],svg.heat');\n"
    " say(a?a.dataset.t||cell(a,e):'',e);});\n"
    "function key(row,i){const c=row.cells[i],k=c.dataset.k;return k===undefined?c.textContent:isNaN(k)?k:Number(k);}\n"
    "function sort(th){const table=th.closest('table'),i=th.cellIndex,rows=[...table.tBodies[0].rows];\n"
    " const number=typeof key(rows[0],i)==='number';\n"
    " const up=th.ariaSort?th.ariaSort==='descending':!number;\n"
    " rows.sort((a,b)=>{const x=key(a,i),y=key(b,i);return (number?x-y:x.localeCompare(y))*(up?1:-1);});\n"
    " table.tBodies[0].append(...rows);\n"
    " for(const other of th.parentNode.cells)other.ariaSort=null;\n"
    " th.ariaSort=up?'ascending':'descending';}\n"
    "for(const th of document.querySelectorAll('.sort .heads th')){th.tabIndex=0;th.onclick=()=>sort(th);\n"
    " th.onkeydown=e=>{if(e.key==='Enter'||e.key===' '){e.preventDefault();sort(th);}};}\n";

/* Cells of tables. */
static void colours(struct html *h, bool dark) {
    for (int k = 0; k <= 10; k++)
        html_raw(h, ".q%d{background:rgb(%s/%.3f)}", k, dark ? "74 163 223" : "0 114 178", 0.033 * k);
}

void report_style(struct html *h) {
    html_raw(h, "<style>\n%s%s", style, present_chart_css);
    colours(h, false);
    html_raw(h, "\n@media(prefers-color-scheme:dark){");
    colours(h, true);
    html_raw(h, "}\n</style>\n");
}

void report_script(struct html *h) { html_raw(h, "<script>\n%s</script>\n", script); }
