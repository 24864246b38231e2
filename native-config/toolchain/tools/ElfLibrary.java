import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The parts of an x86-64 ELF shared object that {@link SharedToRelocatable} needs. Names are those of the ELF specification. */
final class ElfLibrary {
    static final int SHT_SYMTAB = 2;
    static final int SHT_RELA = 4;
    static final int SHT_DYNSYM = 11;
    static final long SHF_WRITE = 1;
    static final long SHF_ALLOC = 2;
    static final long SHF_EXECINSTR = 4;
    static final long SHF_TLS = 0x400;
    static final int SHN_UNDEF = 0;
    static final int SHN_ABS = 0xfff1;
    static final int STB_LOCAL = 0;
    static final int STT_OBJECT = 1;
    static final int STT_FUNC = 2;
    static final int STT_GNU_IFUNC = 10;

    private static final int MAGIC = 0x464c457f;
    private static final int CLASS_64 = 2;
    private static final int ET_DYN = 3;
    private static final int EM_X86_64 = 62;
    private static final int PT_LOAD = 1;
    private static final int SECTION_HEADER_SIZE = 64;
    private static final int PROGRAM_HEADER_SIZE = 56;
    private static final int SYMBOL_SIZE = 24;
    private static final int RELOCATION_SIZE = 24;

    record Section(String name, int type, long flags, long address, long offset, long size, int link, long alignment) {
        boolean has(long flag) {
            return (flags & flag) != 0;
        }

        long end() {
            return address + size;
        }
    }

    record Symbol(String name, int info, int other, int section, long value, long size) {
        int type() {
            return info & 15;
        }

        int binding() {
            return info >> 4;
        }

        boolean defined() {
            return section != SHN_UNDEF;
        }
    }

    record Relocation(long address, int type, int symbol, long addend) {}

    private final ByteBuffer file;
    private final List<Section> sections;

    private ElfLibrary(ByteBuffer file) {
        this.file = file;
        this.sections = readSections();
    }

    static ElfLibrary read(Path path) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        boolean suitable = file.limit() > SECTION_HEADER_SIZE
                && file.getInt(0) == MAGIC
                && file.get(4) == CLASS_64
                && file.getShort(16) == ET_DYN
                && file.getShort(18) == EM_X86_64;
        if (!suitable) throw new IllegalStateException("not an x86-64 ELF shared object: " + path);
        return new ElfLibrary(file);
    }

    List<Section> sections() {
        return sections;
    }

    /** The symbols of the section of this type; none when it is not there. */
    List<Symbol> symbols(int sectionType) {
        List<Symbol> symbols = new ArrayList<>();
        for (Section section : sections) {
            if (section.type != sectionType) continue;
            long names = sections.get(section.link).offset;
            for (long p = section.offset; p < section.offset + section.size; p += SYMBOL_SIZE) {
                int at = (int) p;
                symbols.add(new Symbol(
                        string(names + file.getInt(at)),
                        file.get(at + 4) & 0xff,
                        file.get(at + 5),
                        file.getShort(at + 6) & 0xffff,
                        file.getLong(at + 8),
                        file.getLong(at + 16)));
            }
        }
        return symbols;
    }

    List<Relocation> dynamicRelocations() {
        List<Relocation> relocations = new ArrayList<>();
        for (Section section : sections) {
            if (section.type != SHT_RELA) continue;
            for (long p = section.offset; p < section.offset + section.size; p += RELOCATION_SIZE) {
                int at = (int) p;
                long info = file.getLong(at + 8);
                relocations.add(
                        new Relocation(file.getLong(at), (int) info, (int) (info >>> 32), file.getLong(at + 16)));
            }
        }
        return relocations;
    }

    /** What memory holds from low to high after loading, before any relocation. */
    byte[] loadedBytes(long low, long high) {
        byte[] bytes = new byte[Math.toIntExact(high - low)];
        long table = file.getLong(32);
        int count = file.getShort(56);
        for (int i = 0; i < count; i++) {
            int at = (int) (table + (long) PROGRAM_HEADER_SIZE * i);
            if (file.getInt(at) != PT_LOAD) continue;
            long offset = file.getLong(at + 8);
            long address = file.getLong(at + 16);
            long sizeInFile = file.getLong(at + 32);
            long start = Math.max(low, address);
            long end = Math.min(high, address + sizeInFile);
            if (start < end)
                file.get((int) (offset + start - address), bytes, (int) (start - low), (int) (end - start));
        }
        return bytes;
    }

    private List<Section> readSections() {
        long table = file.getLong(40);
        int count = file.getShort(60);
        int nameSection = file.getShort(62);
        long names = file.getLong((int) (table + (long) SECTION_HEADER_SIZE * nameSection + 24));
        List<Section> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int at = (int) (table + (long) SECTION_HEADER_SIZE * i);
            read.add(new Section(
                    string(names + file.getInt(at)),
                    file.getInt(at + 4),
                    file.getLong(at + 8),
                    file.getLong(at + 16),
                    file.getLong(at + 24),
                    file.getLong(at + 32),
                    file.getInt(at + 40),
                    file.getLong(at + 48)));
        }
        return List.copyOf(read);
    }

    private String string(long offset) {
        int start = (int) offset;
        int end = start;
        while (file.get(end) != 0) end++;
        byte[] bytes = new byte[end - start];
        file.get(start, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
