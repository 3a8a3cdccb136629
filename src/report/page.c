/* SPDX-License-Identifier: MIT */
/*
 * page.c - what all documents have in common: the security policy, the style, the script.
 *
 * The policy names the SHA-256 of the style and of the script, and allows nothing else to apply, to run or to
 * be fetched: no element has a style of its own. When one of them changes, or the style of pictures, which
 * comes first in it, tests/report.py tells the new number.
 */
#include "report/html.h"

#include "dxk/picture.h"

#define STYLE_HASH  "sha256-odYjQLOL46ZGWIOoeWirBy5KDetoJ7DcuYbWpKwaN5Y="
#define SCRIPT_HASH "sha256-GZmjm1dZFEbTqn8SYmOEZm2TgayFbNVgZKAdnJ9P6to="

/* Classes of one letter are those of pictures, see src/picture/svg.c. */
static const char style[] =
    "*{box-sizing:border-box}:root{color-scheme:light "
    "dark;--bg:#fff;--ink:#1b1f24;--muted:#57606a;"
    "--line:#d0d7de;--panel:#f6f8fa;--link:#1a4f86;--good:#2a7a54;--bad:#a81f1c;--warn:#8a5a08;"
    "--op:#7226a0;--lit:#2a7a54;--mark:#fff3bf;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"
    "\"DejaVu Sans Mono\",monospace}\n"
    "@media screen and "
    "(prefers-color-scheme:dark){:root{--bg:#15181c;--ink:#e6e9ed;--muted:#a3adb8;"
    "--line:#363d45;--panel:#1c2026;--link:#62b0f8;--good:#9fe69a;--bad:#f4868c;--warn:#f5b558;"
    "--op:#c9bcfa;--lit:#9fe69a;--mark:#4d4210}}\n"
    "body{margin:0;background:var(--bg);color:var(--ink);font:14px/1.5 system-ui,-apple-system,"
    "\"Segoe UI\",Inter,\"DejaVu Sans\",sans-serif}"
    "main,header,nav>div{max-width:1042px;margin:0 auto;padding:0 24px}main{padding-bottom:60px}"
    "header{padding-top:24px;padding-bottom:8px}h1{font:650 22px/1.3 var(--mono);margin:0;"
    "overflow-wrap:anywhere}h2{font:650 18px/1.3 var(--mono);margin:36px 0 "
    "0;overflow-wrap:anywhere}"
    "h3{font-size:14px;margin:16px 0 4px}p{margin:4px 0}header "
    "p,.note,footer{color:var(--muted)}\n"
    "nav{position:sticky;top:0;background:var(--bg);border-bottom:1px solid var(--line);z-index:2}"
    "nav>div{padding-top:8px;padding-bottom:8px;display:flex;gap:4px 16px;align-items:center;"
    "flex-wrap:wrap}a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}"
    "svg a:hover{text-decoration:none}input{font:inherit;padding:4px 10px;border:1px solid "
    "var(--line);border-radius:6px;background:var(--panel);color:var(--ink);width:190px;"
    "margin-left:auto}#n{min-width:64px;color:var(--muted)}"
    ":focus-visible{outline:2px solid var(--link);outline-offset:2px}\n"
    "[id]{scroll-margin-top:56px}pre>[id],pre a[id],tr[id]{scroll-margin-top:40vh}"
    "details{border:1px solid var(--line);border-radius:8px;margin:16px 0}"
    "summary{cursor:pointer;padding:9px 14px;font-weight:600;background:var(--panel);"
    "border-radius:8px}details[open]>summary{border-bottom:1px solid var(--line);border-radius:"
    "8px 8px 0 0}summary span{color:var(--muted);font-weight:400;margin-left:10px}"
    "summary em{float:right;color:var(--muted);font-style:normal;font-weight:400}"
    "details>div{padding:12px 14px;overflow-x:auto}details details{margin:8px 0}\n"
    ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;"
    "margin:16px 0}.card{border:1px solid var(--line);border-radius:8px;padding:10px 14px}"
    ".card b{display:block;font-size:17px}.card span{color:var(--muted);font-size:12px;"
    "overflow-wrap:anywhere}.good::before{content:\"\xe2\x9c\x93 \";color:var(--good)}"
    ".bad::before{content:\"\xe2\x9c\x97 \";color:var(--bad)}.warn::before{content:\"! \";"
    "color:var(--warn)}\n"
    "code,pre,td,.mono{font-family:var(--mono)}pre{margin:0;font-size:12px;line-height:1.45;"
    "overflow-x:auto;tab-size:4}pre i,pre s{color:var(--muted);font-style:normal;text-decoration:"
    "none}pre b{font-weight:600}pre>span{display:block}pre b.o{color:var(--op)}pre "
    "q{quotes:none;color:var(--lit)}"
    "pre.nn>span::before{content:attr(data-n);display:inline-block;width:44px;margin-right:14px;"
    "text-align:right;color:var(--muted);user-select:none}pre u{text-decoration:none;display:"
    "inline-block;width:48px;margin-right:10px;text-align:right}pre a{color:inherit}"
    "pre a:hover,pre u a{color:var(--link)}\n"
    "table{border-collapse:collapse;font-size:12px;width:100%}td,th{padding:2px 10px 2px 0;"
    "text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}th{color:var(--muted);"
    "font-weight:400}td.r,th.r{text-align:right}td{overflow-wrap:anywhere}td.k{white-space:nowrap}"
    "td.p{width:50%;font-family:inherit}"
    ".links{display:flex;flex-wrap:wrap;gap:4px 16px}"
    "\n"
    ".find{border-left:3px solid var(--bad);padding:2px 0 2px 12px;margin:10px 0}.find.w{"
    "border-color:var(--warn)}.find.k{border-color:var(--line)}.find code{overflow-wrap:anywhere}"
    ".find pre{margin-top:2px;white-space:pre-wrap}dt{font-weight:600;margin-top:10px;"
    "font-family:var(--mono)}dd{margin:2px 0 0 0}dd pre{background:"
    "var(--panel);border-radius:6px;padding:8px 10px;margin:4px 0;white-space:pre-wrap}\n"
    ".no{display:none!important}.yes,:target,pre>span:has(a:target){background:var(--mark)}"
    "details:target{background:none}:target{outline:2px solid var(--link)}pre a:target{outline:0}"
    "svg{display:block;margin:0 auto}svg[width=\"960\"]{max-width:100%;min-width:640px;height:auto}"
    "footer{font-size:12px;margin-top:24px}\n"
    "@media print{nav{display:none}details{border:0}details>div{overflow:visible}pre{white-space:"
    "pre-wrap}}\n@media(max-width:600px){main,header,nav>div{padding-left:12px;padding-right:12px}"
    "nav{position:static}.cards{grid-template-columns:1fr 1fr}table{min-width:640px}}\n";

/* Opens what a link leads to; filters the lines and rows of what is data-search. */
static const char script[] =
    "\"use strict\";(()=>{const find=document.getElementById(\"q\"),"
    "told=document.getElementById(\"n\");\n"
    "const parts=[...document.querySelectorAll(\"[data-search]\")].map(e=>({fold:e.closest("
    "\"details\"),rows:[...e.querySelectorAll(e.tagName===\"PRE\"?\":scope>span\":\"tbody "
    "tr\")]}));\n"
    "let timer=0,asked=\"\";\n"
    "const run=()=>{const word=find.value.trim().toLowerCase();if(word===asked)return;asked=word;"
    "let all=0;const found=new Map();\n"
    "for(const part of parts){let hits=0;for(const row of part.rows){const hit=word!==\"\"&&"
    "row.textContent.toLowerCase().includes(word);row.classList.toggle(\"no\",word!==\"\"&&!hit);"
    "row.classList.toggle(\"yes\",hit);hits+=hit}\n"
    "if(part.fold)found.set(part.fold,(found.get(part.fold)||0)+hits);all+=hits}\n"
    "for(const [fold,hits] of found){const note=fold.querySelector(\"summary em\");"
    "if(note)note.textContent=word?hits+\" found\":\"\";if(word)fold.open=hits>0}\n"
    "told.textContent=word?all+\" found\":\"\"};\n"
    "find.addEventListener(\"input\",()=>{clearTimeout(timer);timer=setTimeout(run,120)});\n"
    "document.addEventListener(\"keydown\",e=>{if(e.key===\"/\"&&document.activeElement!==find){"
    "e.preventDefault();find.focus()}else if(e.key===\"Escape\"){find.value=\"\";run()}});\n"
    "const show=()=>{let name=location.hash.slice(1);try{name=decodeURIComponent(name)}catch{}\n"
    "const target=name&&document.getElementById(name);if(!target)return;\n"
    "for(let e=target;e;e=e.parentElement)if(e.tagName===\"DETAILS\")e.open=true;\n"
    "target.scrollIntoView()};\n"
    "addEventListener(\"hashchange\",show);show();find.disabled=false})()";

/* The style of pictures goes to the same sink, between what is written before and after. */
static void put_picture_style(dxki_out *out)
{
    if (dxki_out_flush(out) == DXK_OK)
        out->status = dxk_picture_style(out->sink);
}

void dxki_html_head(dxki_out *out, dxk_str title)
{
    dxki_out_text(out,
                  "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name="
                  "\"viewport\" content=\"width=device-width,initial-scale=1\"><meta "
                  "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src '" STYLE_HASH "'; script-src '" SCRIPT_HASH "'; base-uri 'none'; "
                  "form-action 'none'\"><meta name=\"referrer\" content=\"no-referrer\">\n"
                  "<title>");
    dxki_html_text(out, title);
    dxki_out_text(out, "</title><style>");
    put_picture_style(out);
    dxki_out_text(out, style);
    dxki_out_text(out, "</style></head><body>\n");
}

void dxki_html_tail(dxki_out *out)
{
    dxki_out_text(out, "<script>");
    dxki_out_text(out, script);
    dxki_out_text(out, "</script></body></html>\n");
}
