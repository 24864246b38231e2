import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns a native library of the JDK (an x86-64 ELF shared object such as libjava.so) into an object file that a static link
 * takes. GraalVM distributions bring these libraries as archives; a plain JDK has the shared objects only.
 *
 * <p>Code and read-only data become one section, writable data another. The distances inside each stay what they are, so
 * position-independent references inside a section need nothing. That leaves
 *
 * <ul>
 *   <li>the references from code to writable data: RIP-relative operands, found in objdump's disassembly, which become
 *       PC-relative relocations,
 *   <li>the addresses in writable data that the dynamic linker would fill in: its relocations (RELATIVE, GLOB_DAT,
 *       JUMP_SLOT, 64) become absolute ones.
 * </ul>
 *
 * <p>What the tool does not understand is an error, never a guess.
 */
public final class SharedToRelocatable {
    private static final int R_X86_64_64 = 1;
    private static final int R_X86_64_GLOB_DAT = 6;
    private static final int R_X86_64_JUMP_SLOT = 7;
    private static final int R_X86_64_RELATIVE = 8;

    /** Symbols that the linker of the shared object made for itself. */
    private static final Set<String> LINKER_SYMBOLS = Set.of("_init", "_fini", "_edata", "_end", "__bss_start");

    /** A line of objdump: address, bytes, text. */
    private static final Pattern INSTRUCTION = Pattern.compile("^ *([0-9a-f]+):\\t((?:[0-9a-f]{2} )+) *\\t(.*)$");

    /** The comment in which objdump gives the target of a RIP-relative operand. */
    private static final Pattern TARGET = Pattern.compile("# ([0-9a-f]+)(?: <.*>)?$");

    /** Addresses from low (inclusive) to high (exclusive). */
    private record Range(long low, long high) {
        boolean contains(long address) {
            return address >= low && address < high;
        }

        /** A pointer may also stand just behind the end of an array. */
        boolean containsOrEndsAt(long address) {
            return address >= low && address <= high;
        }
    }

    private final Path path;
    private final String name;
    private final ElfLibrary library;
    private final Range code;
    private final Range data;
    private final byte[] codeBytes;
    private final RelocatableObject object;

    private SharedToRelocatable(Path path, String name) throws IOException {
        this.path = path;
        this.name = name;
        this.library = ElfLibrary.read(path);
        checkSections();
        this.code = range(section -> !section.has(ElfLibrary.SHF_WRITE)
                && (section.has(ElfLibrary.SHF_EXECINSTR) || section.name().startsWith(".rodata")));
        this.data = range(section -> section.has(ElfLibrary.SHF_WRITE));
        if (code.high > data.low) throw failure("code and data are not in the expected order");
        this.codeBytes = library.loadedBytes(code.low, code.high);
        this.object = new RelocatableObject(name, codeBytes, library.loadedBytes(data.low, data.high));
    }

    /** Arguments: shared object, object file to write, name of the library, local functions that other objects may call. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 3)
            throw new IllegalArgumentException("usage: SharedToRelocatable IN.so OUT.o NAME [FUNCTION...]");
        Set<String> published = Set.copyOf(List.of(arguments).subList(3, arguments.length));
        SharedToRelocatable conversion = new SharedToRelocatable(Path.of(arguments[0]), arguments[2]);
        Files.write(Path.of(arguments[1]), conversion.convert(published));
        System.out.println(conversion.object.summary());
    }

    private byte[] convert(Set<String> published) throws IOException, InterruptedException {
        addFunctions(published);
        addDynamicRelocations(addDynamicSymbols());
        addReferencesToData();
        return object.toBytes();
    }

    private IllegalStateException failure(String what) {
        return new IllegalStateException(path + ": " + what);
    }

    // ---- sections ----

    private void checkSections() {
        for (ElfLibrary.Section section : library.sections()) {
            if (!section.has(ElfLibrary.SHF_ALLOC)) continue;
            if (section.has(ElfLibrary.SHF_TLS)) throw failure("thread-local section " + section.name());
            if (section.alignment() > RelocatableObject.ALIGNMENT)
                throw failure("alignment of section " + section.name());
            // One entry is the compiler's own frame_dummy. More would be constructors, which nobody would run.
            if (section.name().equals(".init_array") && section.size() != 8) throw failure("static constructors");
        }
    }

    private Range range(java.util.function.Predicate<ElfLibrary.Section> belongs) {
        long low = Long.MAX_VALUE;
        long high = 0;
        for (ElfLibrary.Section section : library.sections()) {
            if (!section.has(ElfLibrary.SHF_ALLOC) || !belongs.test(section)) continue;
            low = Math.min(low, section.address());
            high = Math.max(high, section.end());
        }
        if (high == 0) throw failure("a kind of section is missing");
        return new Range(
                low & -RelocatableObject.ALIGNMENT, high); // rounded down: keeps the alignment of what is inside
    }

    // ---- symbols ----

    /** Local functions, for readable stack traces; those to publish become visible to the other objects of the link. */
    private void addFunctions(Set<String> published) {
        List<ElfLibrary.Symbol> functions = library.symbols(ElfLibrary.SHT_SYMTAB).stream()
                .filter(symbol -> symbol.defined()
                        && symbol.type() == ElfLibrary.STT_FUNC
                        && symbol.binding() == ElfLibrary.STB_LOCAL)
                .toList();
        for (ElfLibrary.Symbol function : functions) {
            if (published.contains(function.name()) || !code.contains(function.value())) continue;
            object.addLocalFunction(function.name(), function.value() - code.low, function.size());
        }
        Set<String> missing = new TreeSet<>(published);
        for (ElfLibrary.Symbol function : functions) {
            if (missing.remove(function.name())) {
                object.addHiddenFunction(function.name(), function.value() - code.low, function.size());
            }
        }
        if (!missing.isEmpty()) throw failure("no local functions " + missing);
    }

    /** Returns the number in the object of each dynamic symbol; 0 for those that are left out. */
    private int[] addDynamicSymbols() {
        List<ElfLibrary.Symbol> symbols = library.symbols(ElfLibrary.SHT_DYNSYM);
        int[] numbers = new int[symbols.size()];
        for (int i = 0; i < numbers.length; i++) {
            ElfLibrary.Symbol symbol = symbols.get(i);
            if (!symbol.name().isEmpty() && !isLinkerMade(symbol)) numbers[i] = addDynamicSymbol(symbol);
        }
        return numbers;
    }

    private static boolean isLinkerMade(ElfLibrary.Symbol symbol) {
        if (!symbol.defined()) return false;
        boolean versionName = symbol.section() == ElfLibrary.SHN_ABS
                || (symbol.value() == 0 && symbol.type() <= ElfLibrary.STT_OBJECT);
        return versionName || LINKER_SYMBOLS.contains(symbol.name());
    }

    private int addDynamicSymbol(ElfLibrary.Symbol symbol) {
        if (!symbol.defined()) return object.addSymbol(symbol.name(), symbol.binding() << 4, 0, 0, 0, 0);
        if (symbol.type() == ElfLibrary.STT_GNU_IFUNC) throw failure("indirect function " + symbol.name());
        boolean inCode = code.contains(symbol.value());
        if (!inCode && !data.contains(symbol.value())) throw failure("symbol outside of code and data: " + symbol);
        return object.addSymbol(
                nameInObject(symbol.name()),
                symbol.info(),
                symbol.other(),
                inCode ? RelocatableObject.CODE : RelocatableObject.DATA,
                symbol.value() - (inCode ? code.low : data.low),
                symbol.size());
    }

    /** Every library has functions of these names; onload.c makes JNI_OnLoad_NAME, which a static link needs. */
    private String nameInObject(String symbol) {
        return Map.of("JNI_OnLoad", "jdk_JNI_OnLoad_" + name, "JNI_OnUnload", "jdk_JNI_OnUnload_" + name)
                .getOrDefault(symbol, symbol);
    }

    // ---- relocations ----

    private void addDynamicRelocations(int[] numbers) {
        for (ElfLibrary.Relocation relocation : library.dynamicRelocations()) {
            long offset = relocation.address() - data.low;
            if (offset < 0 || relocation.address() + 8 > data.high) {
                throw failure("relocation of code at " + HexFormat.of().toHexDigits(relocation.address()));
            }
            switch (relocation.type()) {
                case R_X86_64_RELATIVE -> addRelative(offset, relocation.addend());
                case R_X86_64_64 -> object.addAddress(offset, number(numbers, relocation), relocation.addend());
                case R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT -> object.addAddress(offset, number(numbers, relocation), 0);
                default -> throw failure("relocation of unknown type: " + relocation);
            }
        }
    }

    private void addRelative(long offset, long target) {
        if (code.containsOrEndsAt(target)) object.addAddress(offset, RelocatableObject.CODE, target - code.low);
        else if (data.containsOrEndsAt(target)) object.addAddress(offset, RelocatableObject.DATA, target - data.low);
        else throw failure("address outside of code and data: " + HexFormat.of().toHexDigits(target));
    }

    private int number(int[] numbers, ElfLibrary.Relocation relocation) {
        int number = numbers[relocation.symbol()];
        if (number == 0) throw failure("relocation against a symbol that is left out: " + relocation);
        return number;
    }

    // ---- references from code to data ----

    private void addReferencesToData() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(disassembler()).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        int instructions = 0;
        try (BufferedReader lines = process.inputReader()) {
            for (String line; (line = lines.readLine()) != null; ) {
                Matcher instruction = INSTRUCTION.matcher(line);
                if (instruction.matches()) {
                    instructions++;
                    addReference(instruction);
                } else if (line.contains("(%rip)")) {
                    throw failure("not understood: " + line);
                }
            }
        }
        int exitCode = process.waitFor();
        if (exitCode != 0 || instructions == 0) {
            throw failure("objdump ended with " + exitCode + " after " + instructions + " instructions");
        }
    }

    /** All code but .init and .fini, which belong to dynamic loading and are never run here. */
    private List<String> disassembler() {
        List<String> command = new ArrayList<>(List.of("objdump", "-d", "-w", "--insn-width=16"));
        for (ElfLibrary.Section section : library.sections()) {
            if (!section.has(ElfLibrary.SHF_EXECINSTR)
                    || Set.of(".init", ".fini").contains(section.name())) continue;
            command.add("-j");
            command.add(section.name());
        }
        command.add(path.toString());
        return command;
    }

    private void addReference(Matcher instruction) {
        String line = instruction.group();
        String text = instruction.group(3);
        if (text.contains("(bad)")) throw failure("not an instruction: " + line);
        if (!text.contains("(%rip)")) return;
        Matcher comment = TARGET.matcher(text);
        if (!comment.find()) throw failure("no target: " + line);
        long target = Long.parseUnsignedLong(comment.group(1), 16);
        if (code.contains(target)) return;
        if (!data.containsOrEndsAt(target)) throw failure("reference outside of code and data: " + line);
        long address = Long.parseUnsignedLong(instruction.group(1), 16);
        int length = instruction.group(2).trim().split(" ").length;
        int operand = findOperand(address, length, (int) (target - (address + length)), line);
        // The processor counts from the end of the instruction, the relocation from the operand.
        object.addDistanceToData(address + operand - code.low, target - data.low - (length - operand));
    }

    /** Where in the instruction the distance stands: there must be just one place. */
    private int findOperand(long address, int length, int distance, String line) {
        int start = (int) (address - code.low);
        int found = -1;
        for (int i = length - 4; i > 0; i--) {
            int value = (codeBytes[start + i] & 0xff)
                    | (codeBytes[start + i + 1] & 0xff) << 8
                    | (codeBytes[start + i + 2] & 0xff) << 16
                    | (codeBytes[start + i + 3] & 0xff) << 24;
            if (value != distance) continue;
            if (found >= 0) throw failure("more than one possible operand: " + line);
            found = i;
        }
        if (found < 0) throw failure("no operand with the distance to the target: " + line);
        return found;
    }
}
