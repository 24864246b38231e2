// Turns an x86-64 ELF shared object (a JDK native library such as libjava.so) into a
// relocatable object that a static link can take. Usage:
//   java SharedToRelocatable.java <in.so> <out.o> <libname> [name=newname | +localFunction]...
// How: code and read-only data become one AX section, writable data one WA section. References inside
// a section are position independent already; RIP-relative references from code to the writable
// section are found with objdump and become R_X86_64_PC32 relocations; the dynamic relocations of
// the library (RELATIVE, GLOB_DAT, JUMP_SLOT, 64) become R_X86_64_64 relocations of the object.
// Anything the tool does not understand is an error, never a guess.
import java.io.*;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;

public class SharedToRelocatable {
    record Sec(String name, int type, long flags, long addr, long off, long size, int link, int info, long entsize) {}
    record Sym(String name, int info, int other, int shndx, long value, long size) {}
    record Rel(long off, int type, int sym, long addend) {}

    static ByteBuffer b;

    static String str(long off) {
        int p = (int) off, e = p;
        while (b.get(e) != 0) e++;
        byte[] s = new byte[e - p];
        b.get(p, s);
        return new String(s, StandardCharsets.UTF_8);
    }

    static RuntimeException fail(String m) { return new IllegalStateException(m); }

    public static void main(String[] a) throws Exception {
        Path in = Path.of(a[0]), out = Path.of(a[1]);
        String lib = a[2];
        Map<String, String> rename = new HashMap<>();
        Set<String> publish = new HashSet<>();
        for (int i = 3; i < a.length; i++) {
            if (a[i].startsWith("+")) publish.add(a[i].substring(1));
            else rename.put(a[i].substring(0, a[i].indexOf('=')), a[i].substring(a[i].indexOf('=') + 1));
        }
        rename.putIfAbsent("JNI_OnLoad", "jdk_JNI_OnLoad_" + lib); // onload.c has JNI_OnLoad_<lib>
        rename.putIfAbsent("JNI_OnUnload", "jdk_JNI_OnUnload_" + lib);

        b = ByteBuffer.wrap(Files.readAllBytes(in)).order(ByteOrder.LITTLE_ENDIAN);
        if (b.getInt(0) != 0x464c457f || b.get(4) != 2 || b.getShort(16) != 3 || b.getShort(18) != 62)
            throw fail("not an x86-64 ELF shared object: " + in);
        long shoff = b.getLong(40), phoff = b.getLong(32);
        int phnum = b.getShort(56), shnum = b.getShort(60), shstr = b.getShort(62);
        List<Sec> secs = new ArrayList<>();
        long strOff = b.getLong((int) (shoff + 64L * shstr + 24));
        for (int i = 0; i < shnum; i++) {
            int p = (int) (shoff + 64L * i);
            secs.add(new Sec(str(strOff + b.getInt(p)), b.getInt(p + 4), b.getLong(p + 8), b.getLong(p + 16), b.getLong(p + 24),
                            b.getLong(p + 32), b.getInt(p + 40), b.getInt(p + 44), b.getLong(p + 56)));
        }
        // Address ranges
        long rxLo = Long.MAX_VALUE, rxHi = 0, rwLo = Long.MAX_VALUE, rwHi = 0;
        for (Sec s : secs) {
            if ((s.flags & 2) == 0) continue; // SHF_ALLOC
            if ((s.flags & 0x400) != 0) throw fail("thread-local section " + s.name);
            if ((s.flags & 1) != 0) { rwLo = Math.min(rwLo, s.addr); rwHi = Math.max(rwHi, s.addr + s.size); }
            else if ((s.flags & 4) != 0 || s.name.startsWith(".rodata")) { rxLo = Math.min(rxLo, s.addr); rxHi = Math.max(rxHi, s.addr + s.size); }
            if (s.name.equals(".init_array") && s.size != 8) throw fail(lib + " has static constructors");
        }
        rxLo &= ~63L; rwLo &= ~63L;
        byte[] rx = image(phoff, phnum, rxLo, rxHi), rw = image(phoff, phnum, rwLo, rwHi);

        // Symbols
        List<Sym> dyn = syms(secs, 11), all = syms(secs, 2);
        Map<String, Long> outSymIdx = new LinkedHashMap<>();
        List<Sym> outSyms = new ArrayList<>();
        outSyms.add(new Sym("", 0, 0, 0, 0, 0));
        outSyms.add(new Sym("", 3, 0, 1, 0, 0)); // section symbols: 1 = rx, 2 = rw
        outSyms.add(new Sym("", 3, 0, 2, 0, 0));
        for (Sym s : all) { // local functions, for readable stack traces
            int type = s.info & 15;
            if (type != 2 || s.shndx == 0 || (s.info >> 4) != 0 || publish.contains(s.name) || s.value < rxLo || s.value >= rxHi) continue;
            outSyms.add(new Sym(s.name, 2, 0, 1, s.value - rxLo, s.size));
        }
        int firstGlobal = outSyms.size();
        for (Sym s : all) {
            if ((s.info & 15) == 2 && (s.info >> 4) == 0 && publish.remove(s.name)) {
                outSymIdx.put(s.name, (long) outSyms.size());
                outSyms.add(new Sym(s.name, 0x12, 2, 1, s.value - rxLo, s.size));
            }
        }
        if (!publish.isEmpty()) throw fail(lib + ": no local functions " + publish);
        int[] dynToOut = new int[dyn.size()];
        for (int i = 1; i < dyn.size(); i++) {
            Sym s = dyn.get(i);
            if (s.name.isEmpty()) continue;
            String n = s.shndx != 0 ? rename.getOrDefault(s.name, s.name) : s.name;
            if (s.shndx != 0 && s.value == 0 && (s.info & 15) <= 1) continue; // version names
            if (s.shndx != 0 && Set.of("_init", "_fini", "_edata", "_end", "__bss_start").contains(s.name)) continue;
            if ((s.info & 15) == 10) throw fail("IFUNC " + s.name);
            Sym o;
            if (s.shndx == 0) o = new Sym(n, s.info & 0xf0, 0, 0, 0, 0);
            else if (s.value >= rxLo && s.value < rxHi) o = new Sym(n, s.info, s.other, 1, s.value - rxLo, s.size);
            else if (s.value >= rwLo && s.value < rwHi) o = new Sym(n, s.info, s.other, 2, s.value - rwLo, s.size);
            else throw fail("symbol outside of the image: " + s);
            if (s.shndx == 0xfff1 || s.shndx == 0xfff1 - 0x10000) continue; // absolute: version names
            dynToOut[i] = outSyms.size();
            outSyms.add(o);
        }

        // Dynamic relocations -> relocations of the writable section
        List<Rel> rxRel = new ArrayList<>(), rwRel = new ArrayList<>();
        for (Sec s : secs) {
            if (s.type != 4) continue;
            for (long p = s.off; p < s.off + s.size; p += 24) {
                long off = b.getLong((int) p), info = b.getLong((int) p + 8), add = b.getLong((int) p + 16);
                int type = (int) info, sym = (int) (info >>> 32);
                if (off < rwLo || off + 8 > rwHi) throw fail("text relocation at " + Long.toHexString(off));
                ByteBuffer w = ByteBuffer.wrap(rw).order(ByteOrder.LITTLE_ENDIAN);
                w.putLong((int) (off - rwLo), 0);
                switch (type) {
                    case 8 -> { // RELATIVE
                        if (add >= rxLo && add <= rxHi) rwRel.add(new Rel(off - rwLo, 1, 1, add - rxLo));
                        else if (add >= rwLo && add <= rwHi) rwRel.add(new Rel(off - rwLo, 1, 2, add - rwLo));
                        else throw fail("RELATIVE to " + Long.toHexString(add));
                    }
                    case 1, 6, 7 -> { // 64, GLOB_DAT, JUMP_SLOT
                        if (dynToOut[sym] == 0) throw fail("relocation against " + dyn.get(sym));
                        rwRel.add(new Rel(off - rwLo, 1, dynToOut[sym], type == 1 ? add : 0));
                    }
                    default -> throw fail("relocation type " + type);
                }
            }
        }
        // The dynamic section and the reserved GOT words mean nothing in a static link.

        // RIP-relative references from code
        List<String> cmd = new ArrayList<>(List.of("objdump", "-d", "-w", "--insn-width=16"));
        for (Sec s : secs) if ((s.flags & 4) != 0 && !s.name.equals(".init") && !s.name.equals(".fini")) { cmd.add("-j"); cmd.add(s.name); }
        cmd.add(in.toString());
        ProcessBuilder pb = new ProcessBuilder(cmd).redirectErrorStream(true);
        pb.environment().put("LC_ALL", "C");
        Process pr = pb.start();
        Pattern line = Pattern.compile("^ *([0-9a-f]+):\\t((?:[0-9a-f]{2} )+) *\\t(.*)$");
        Pattern ref = Pattern.compile("# ([0-9a-f]+)(?: <.*>)?$");
        int crossRefs = 0, insns = 0;
        try (BufferedReader r = pr.inputReader()) {
            for (String l; (l = r.readLine()) != null;) {
                Matcher m = line.matcher(l);
                if (!m.matches()) {
                    if (l.contains("(%rip)")) throw fail("cannot read: " + l);
                    continue;
                }
                insns++;
                String text = m.group(3);
                if (text.contains("(bad)")) throw fail("bad instruction: " + l);
                if (!text.contains("(%rip)")) continue;
                Matcher t = ref.matcher(text);
                if (!t.find()) throw fail("no target: " + l);
                long addr = Long.parseUnsignedLong(m.group(1), 16), target = Long.parseUnsignedLong(t.group(1), 16);
                if (target >= rxLo && target < rxHi) continue;
                if (target < rwLo || target > rwHi) throw fail("reference outside of the image: " + l);
                String[] bytes = m.group(2).trim().split(" ");
                int len = bytes.length, found = -1;
                int disp = (int) (target - (addr + len));
                for (int p = len - 4; p > 0; p--) {
                    int v = 0;
                    for (int k = 3; k >= 0; k--) v = v << 8 | Integer.parseInt(bytes[p + k], 16);
                    if (v == disp) { if (found >= 0) throw fail("ambiguous: " + l); found = p; }
                }
                if (found < 0) throw fail("displacement not found: " + l);
                int at = (int) (addr + found - rxLo);
                for (int k = 0; k < 4; k++) rx[at + k] = 0;
                rxRel.add(new Rel(at, 2, 2, (target - rwLo) - (len - found)));
                crossRefs++;
            }
        }
        if (pr.waitFor() != 0 || insns == 0) throw fail("objdump failed");
        write(out, lib, rx, rw, rxRel, rwRel, outSyms, firstGlobal);
        System.out.printf("%s: %d bytes code, %d bytes data, %d instructions, %d code and %d data relocations, %d symbols%n",
                        lib, rx.length, rw.length, insns, crossRefs, rwRel.size(), outSyms.size());
    }

    static byte[] image(long phoff, int phnum, long lo, long hi) {
        byte[] r = new byte[(int) (hi - lo)];
        for (int i = 0; i < phnum; i++) {
            int p = (int) (phoff + 56L * i);
            if (b.getInt(p) != 1) continue;
            long off = b.getLong(p + 8), va = b.getLong(p + 16), fs = b.getLong(p + 32);
            long s = Math.max(lo, va), e = Math.min(hi, va + fs);
            if (s < e) b.get((int) (off + s - va), r, (int) (s - lo), (int) (e - s));
        }
        return r;
    }

    static List<Sym> syms(List<Sec> secs, int type) {
        List<Sym> r = new ArrayList<>();
        for (Sec s : secs) {
            if (s.type != type) continue;
            long so = secs.get(s.link).off;
            for (long p = s.off; p < s.off + s.size; p += 24)
                r.add(new Sym(str(so + b.getInt((int) p)), b.get((int) p + 4) & 255, b.get((int) p + 5), b.getShort((int) p + 6) & 0xffff,
                                b.getLong((int) p + 8), b.getLong((int) p + 16)));
        }
        return r;
    }

    static int add(ByteArrayOutputStream t, String s) throws IOException {
        int p = t.size();
        t.write(s.getBytes(StandardCharsets.UTF_8));
        t.write(0);
        return p;
    }

    static void write(Path out, String lib, byte[] rx, byte[] rw, List<Rel> rxRel, List<Rel> rwRel, List<Sym> syms, int firstGlobal) throws IOException {
        ByteArrayOutputStream str = new ByteArrayOutputStream(), shs = new ByteArrayOutputStream();
        str.write(0);
        shs.write(0);
        ByteBuffer st = ByteBuffer.allocate(24 * syms.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (Sym s : syms) {
            st.putInt(s.name.isEmpty() ? 0 : add(str, s.name)).put((byte) s.info).put((byte) s.other).putShort((short) s.shndx).putLong(s.value).putLong(s.size);
        }
        String[] names = {"", ".text.jdk." + lib, ".data.jdk." + lib, ".rela.text.jdk." + lib, ".rela.data.jdk." + lib, ".symtab", ".strtab", ".note.GNU-stack", ".shstrtab"};
        int[] nm = new int[names.length];
        for (int i = 1; i < names.length; i++) nm[i] = add(shs, names[i]);
        byte[][] data = {new byte[0], rx, rw, rela(rxRel), rela(rwRel), st.array(), str.toByteArray(), new byte[0], shs.toByteArray()};
        int[] type = {0, 1, 1, 4, 4, 2, 3, 1, 3};
        long[] flags = {0, 6, 3, 0x40, 0x40, 0, 0, 0, 0};
        int[] link = {0, 0, 0, 5, 5, 6, 0, 0, 0}, info = {0, 0, 0, 1, 2, firstGlobal, 0, 0, 0};
        int[] align = {0, 64, 64, 8, 8, 8, 1, 1, 1}, ent = {0, 0, 0, 24, 24, 24, 0, 0, 0};
        long[] off = new long[names.length];
        long pos = 64;
        for (int i = 1; i < names.length; i++) { pos = (pos + align[i] - 1) / align[i] * align[i]; off[i] = pos; pos += data[i].length; }
        pos = (pos + 7) & ~7L;
        ByteBuffer o = ByteBuffer.allocate((int) pos + 64 * names.length).order(ByteOrder.LITTLE_ENDIAN);
        o.put(new byte[]{0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0).putShort((short) 1).putShort((short) 62).putInt(1).putLong(0).putLong(0).putLong(pos).putInt(0)
                        .putShort((short) 64).putShort((short) 0).putShort((short) 0).putShort((short) 64).putShort((short) names.length).putShort((short) 8);
        for (int i = 1; i < names.length; i++) o.position((int) off[i]).put(data[i]);
        for (int i = 0; i < names.length; i++) {
            o.position((int) pos + 64 * i);
            o.putInt(nm[i]).putInt(type[i]).putLong(flags[i]).putLong(0).putLong(off[i]).putLong(data[i].length).putInt(link[i]).putInt(info[i]).putLong(align[i]).putLong(ent[i]);
        }
        Files.write(out, o.array());
    }

    static byte[] rela(List<Rel> l) {
        ByteBuffer r = ByteBuffer.allocate(24 * l.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (Rel x : l) r.putLong(x.off).putLong((long) x.sym << 32 | x.type).putLong(x.addend);
        return r.array();
    }
}
