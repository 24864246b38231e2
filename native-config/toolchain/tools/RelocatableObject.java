import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An x86-64 ELF object file of two sections, one with code and constants and one with writable data. */
final class RelocatableObject {
    /** Numbers of the two sections, and of the symbols that stand for them. */
    static final int CODE = 1;

    static final int DATA = 2;

    static final int R_X86_64_64 = 1;
    static final int R_X86_64_PC32 = 2;

    /** The alignment of both sections. */
    static final int ALIGNMENT = 64;

    private static final int HEADER_SIZE = 64;
    private static final int SECTION_HEADER_SIZE = 64;
    private static final int SYMBOL_SIZE = 24;
    private static final int RELOCATION_SIZE = 24;
    private static final int ET_REL = 1;
    private static final int EM_X86_64 = 62;
    private static final int SHT_PROGBITS = 1;
    private static final int SHT_SYMTAB = 2;
    private static final int SHT_STRTAB = 3;
    private static final int SHT_RELA = 4;
    private static final int SHF_INFO_LINK = 0x40;
    private static final int STT_SECTION = 3;
    private static final int STT_FUNC = 2;
    private static final int STB_GLOBAL = 1;
    private static final int STV_HIDDEN = 2;

    private record Symbol(String name, int info, int other, int section, long value, long size) {}

    private record Relocation(long offset, int type, int symbol, long addend) {}

    /** A section as it is written; link and info have the meaning that the section's type gives them. */
    private record Section(
            String name, int type, long flags, int link, int info, int alignment, int entrySize, byte[] bytes) {}

    private final String library;
    private final byte[] code;
    private final byte[] data;
    private final List<Symbol> symbols = new ArrayList<>();
    private final List<Relocation> codeRelocations = new ArrayList<>();
    private final List<Relocation> dataRelocations = new ArrayList<>();
    private int firstGlobal;

    RelocatableObject(String library, byte[] code, byte[] data) {
        this.library = library;
        this.code = code;
        this.data = data;
        symbols.add(new Symbol("", 0, 0, 0, 0, 0));
        symbols.add(new Symbol("", STT_SECTION, 0, CODE, 0, 0));
        symbols.add(new Symbol("", STT_SECTION, 0, DATA, 0, 0));
        firstGlobal = symbols.size();
    }

    /** Local symbols come before all others. */
    void addLocalFunction(String name, long offset, long size) {
        if (firstGlobal != symbols.size()) throw new IllegalStateException("local symbol after a global one: " + name);
        symbols.add(new Symbol(name, STT_FUNC, 0, CODE, offset, size));
        firstGlobal = symbols.size();
    }

    /** A function that other objects of the same link may call. */
    void addHiddenFunction(String name, long offset, long size) {
        symbols.add(new Symbol(name, STB_GLOBAL << 4 | STT_FUNC, STV_HIDDEN, CODE, offset, size));
    }

    /** Returns the number of the symbol. */
    int addSymbol(String name, int info, int other, int section, long offset, long size) {
        symbols.add(new Symbol(name, info, other, section, offset, size));
        return symbols.size() - 1;
    }

    /** The eight bytes at this offset become the address of symbol + addend. */
    void addAddress(long offset, int symbol, long addend) {
        ByteBuffer.wrap(data).putLong((int) offset, 0);
        dataRelocations.add(new Relocation(offset, R_X86_64_64, symbol, addend));
    }

    /** The four bytes at this offset of the code become the distance from there to the data section + addend. */
    void addDistanceToData(long offset, long addend) {
        ByteBuffer.wrap(code).putInt((int) offset, 0);
        codeRelocations.add(new Relocation(offset, R_X86_64_PC32, DATA, addend));
    }

    String summary() {
        return "%s: %d bytes code, %d bytes data, %d code and %d data relocations, %d symbols"
                .formatted(
                        library,
                        code.length,
                        data.length,
                        codeRelocations.size(),
                        dataRelocations.size(),
                        symbols.size());
    }

    byte[] toBytes() {
        ByteArrayOutputStream names = new ByteArrayOutputStream();
        names.write(0);
        byte[] symbolTable = symbolTable(names);
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("", 0, 0, 0, 0, 0, 0, new byte[0]));
        sections.add(new Section(
                ".text.jdk." + library,
                SHT_PROGBITS,
                ElfLibrary.SHF_ALLOC | ElfLibrary.SHF_EXECINSTR,
                0,
                0,
                ALIGNMENT,
                0,
                code));
        sections.add(new Section(
                ".data.jdk." + library,
                SHT_PROGBITS,
                ElfLibrary.SHF_ALLOC | ElfLibrary.SHF_WRITE,
                0,
                0,
                ALIGNMENT,
                0,
                data));
        sections.add(relocationSection(".rela.text.jdk.", CODE, codeRelocations));
        sections.add(relocationSection(".rela.data.jdk.", DATA, dataRelocations));
        sections.add(new Section(".symtab", SHT_SYMTAB, 0, 6, firstGlobal, 8, SYMBOL_SIZE, symbolTable));
        sections.add(new Section(".strtab", SHT_STRTAB, 0, 0, 0, 1, 0, names.toByteArray()));
        // Its presence tells the linker that this code needs no executable stack.
        sections.add(new Section(".note.GNU-stack", SHT_PROGBITS, 0, 0, 0, 1, 0, new byte[0]));
        return assemble(sections);
    }

    private Section relocationSection(String prefix, int target, List<Relocation> relocations) {
        int symbolTable = 5;
        byte[] bytes = relocationTable(relocations);
        return new Section(prefix + library, SHT_RELA, SHF_INFO_LINK, symbolTable, target, 8, RELOCATION_SIZE, bytes);
    }

    private byte[] symbolTable(ByteArrayOutputStream names) {
        ByteBuffer table = littleEndian(SYMBOL_SIZE * symbols.size());
        for (Symbol symbol : symbols) {
            table.putInt(symbol.name.isEmpty() ? 0 : addName(names, symbol.name))
                    .put((byte) symbol.info)
                    .put((byte) symbol.other)
                    .putShort((short) symbol.section)
                    .putLong(symbol.value)
                    .putLong(symbol.size);
        }
        return table.array();
    }

    private static byte[] relocationTable(List<Relocation> relocations) {
        ByteBuffer table = littleEndian(RELOCATION_SIZE * relocations.size());
        for (Relocation relocation : relocations) {
            table.putLong(relocation.offset)
                    .putLong((long) relocation.symbol << 32 | relocation.type)
                    .putLong(relocation.addend);
        }
        return table.array();
    }

    /** Header, contents of the sections, table of the sections. */
    private static byte[] assemble(List<Section> contents) {
        List<Section> sections = new ArrayList<>(contents);
        ByteArrayOutputStream names = new ByteArrayOutputStream();
        names.write(0);
        List<Integer> nameOffsets = new ArrayList<>(List.of(0));
        sections.stream().skip(1).forEach(section -> nameOffsets.add(addName(names, section.name)));
        nameOffsets.add(addName(names, ".shstrtab"));
        sections.add(new Section(".shstrtab", SHT_STRTAB, 0, 0, 0, 1, 0, names.toByteArray()));

        long[] offsets = new long[sections.size()];
        long end = HEADER_SIZE;
        for (int i = 1; i < offsets.length; i++) {
            offsets[i] = align(end, sections.get(i).alignment);
            end = offsets[i] + sections.get(i).bytes.length;
        }
        long table = align(end, 8);
        ByteBuffer file = littleEndian((int) table + SECTION_HEADER_SIZE * sections.size());
        putHeader(file, table, sections.size());
        for (int i = 1; i < offsets.length; i++) file.put((int) offsets[i], sections.get(i).bytes);
        file.position((int) table);
        for (int i = 0; i < offsets.length; i++) {
            Section section = sections.get(i);
            file.putInt(nameOffsets.get(i))
                    .putInt(section.type)
                    .putLong(section.flags)
                    .putLong(0) // address
                    .putLong(offsets[i])
                    .putLong(section.bytes.length)
                    .putInt(section.link)
                    .putInt(section.info)
                    .putLong(section.alignment)
                    .putLong(section.entrySize);
        }
        return file.array();
    }

    private static void putHeader(ByteBuffer file, long sectionTable, int sectionCount) {
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}) // 64 bits, little endian, version 1, System V
                .putLong(0)
                .putShort((short) ET_REL)
                .putShort((short) EM_X86_64)
                .putInt(1) // version
                .putLong(0) // entry point
                .putLong(0) // program headers
                .putLong(sectionTable)
                .putInt(0) // flags
                .putShort((short) HEADER_SIZE)
                .putShort((short) 0) // program headers: size, count
                .putShort((short) 0)
                .putShort((short) SECTION_HEADER_SIZE)
                .putShort((short) sectionCount)
                .putShort((short) (sectionCount - 1)); // the section with the names of sections is the last one
    }

    private static int addName(ByteArrayOutputStream names, String name) {
        int offset = names.size();
        names.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        names.write(0);
        return offset;
    }

    private static long align(long offset, int alignment) {
        return (offset + alignment - 1) / alignment * alignment;
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
